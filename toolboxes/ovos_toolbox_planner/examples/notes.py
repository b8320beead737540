"""How people ask for what has to do with the note of the day."""

from __future__ import annotations

from ovos_toolbox_planner.examples.marked import Examples, marked, plain

REFLECTION_APPEND: Examples = marked(
    "text",
    """
    note [a quiet day with a long walk]
    note: [slept well]
    note that [lisa liked the present]
    note that [we leave for the coast tomorrow]
    note: [i was nervous before but it all went fine]
    jot down that [the heating is fixed]
    jot down [three new ideas for the garden]
    dear diary [i feel much better]
    dear diary [the exam was easy but long]
    reflection: [too many meetings]
    reflection [i should get up earlier]
    reflection [today was better than i thought]
    reflection for today [proud of the whole team]
    add a note [the garden looks good]
    add a note to my reflection [the bus was late again]
    add a note saying [the cake was a success]
    add a line to my reflection [hard morning but a calm evening]
    add another line to the note [less coffee next time]
    add one more line to my journal [saw a deer by the road]
    add to the reflection [my back is sore]
    add to the reflection that [the roof is dry at last]
    add to my reflection that [i was tired all day]
    add to my reflection: [the tests passed]
    add to the note [emma took her first steps]
    add to today's notes [i forgot to call back]
    add [i laughed a lot] to my reflection
    add [nothing hurts any more] to my note
    append to my note [the concert was worth it]
    append [better mood after lunch] to the reflection
    write down that [the demo went well]
    write down [a strange dream about trains]
    write in my journal that [the kids laughed a lot today]
    write in my reflection [i said no for once]
    write [grateful for my friends] in my journal
    write a note [the new bed is comfortable]
    put in my journal [we had dinner at the harbour]
    put in the reflection that [i spoke too fast]
    put [the soup was too salty] in my note
    put this in my reflection [patience pays off]
    take a note [finally fixed the boiler]
    make a note [the car makes a noise]
    make a note that [grandma sounded happy]
    journal: [met an old friend]
    journal [a day of rain and tea]
    diary entry [my first day without sugar]
    for my reflection [i want more time outside]
    in my reflection say that [the talk went fine]
    log in my journal that [i ran into my teacher]
    record in my reflection [the interview was tough but fair]
    my reflection for today is [slow and steady]
    here's a note for today [the fence is half done and i'm pleased]
    let me note that [the vet says he's healthy]
    journal that [the boat came in late]
    diary [the hens laid again]
    add [the hall was packed] to my diary
    pop this in my journal [tea with the neighbours]
    """,
)

REFLECTION_SET: Examples = {
    **marked(
        "text",
        """
        replace my note with [a good day after all]
        replace my reflection with [yesterday was worse than today]
        replace the reflection by [all is well]
        replace the whole note with [not much to say]
        replace today's journal with [stayed at home]
        set my reflection to [calm and productive]
        set the reflection to [today i only rested]
        set the note to [rained all day]
        overwrite the note with [nothing went as planned]
        overwrite my reflection: [it was a long day but a good one]
        overwrite what i wrote with [a fresh start]
        change my reflection to [i learned a lot]
        change the note so that it reads [we made it]
        change today's note to [busy morning quiet afternoon]
        rewrite the note to say [we won the match]
        rewrite my reflection so it says [more patience tomorrow]
        rewrite the reflection as [one step at a time]
        rewrite my journal: [less hurry more sleep]
        make my reflection read [slow start strong finish]
        make my note say [the visit was lovely]
        make the reflection just [tired]
        my reflection should say [i kept my promise]
        my note should only say [finished early]
        instead of what's in my reflection put [a day off]
        throw away my note and write [better luck next week]
        start my reflection over with [three good things happened]
        throw out the note and have it say [a day at the lake] instead
        scrap today's reflection and have it read [too hot to work] instead
        delete what's in my journal and have it say [the train was on time]
        """,
    ),
    **marked(
        "text",
        """
        clear my reflection
        clear the note
        clear today's journal
        empty the note
        empty my reflection
        delete my note
        delete the reflection
        delete what i wrote in my journal
        remove my reflection
        wipe the journal
        wipe my note
        erase my reflection
        erase everything in my note
        make my reflection empty
        """,
        text="",
    ),
}

READ_REFLECTION: Examples = plain(
    """
    read my reflection
    read me my reflection
    read the reflection to me
    read out my note
    my reflection please
    what's my reflection
    what did i note
    what have i written
    what have i noted
    read me the note
    read me the journal
    what's in my journal
    what's in my reflection
    what does my reflection say
    what does my note say so far
    read me my reflection so far
    what did i write down
    what did i write in my reflection
    what did i put in my note
    read back my notes
    read back what i wrote
    show my reflection
    show me the note
    what does my note say
    did i write anything in my journal
    have i written a reflection
    tell me what i wrote
    tell me my reflection
    is there a note
    is there anything in my reflection
    read what i put in my reflection
    let me hear my journal
    how did i describe the day
    """,
)
