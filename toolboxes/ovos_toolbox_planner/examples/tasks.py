"""How people ask for what has to do with tasks."""

from __future__ import annotations

from ovos_toolbox_planner.allowlist import TASK_TYPES
from ovos_toolbox_planner.examples.marked import Examples, marked, plain

MUST, NICE = TASK_TYPES

TASK_CREATE: Examples = {
    **marked(
        "title",
        """
        add task [call mom]
        new task [water the plants]
        new task: [hang up the mirror]
        task [sweep the stairs]
        put [renew the insurance] on my task list
        i need to [pick up the parcel]
        remember to [buy a card for grandpa's birthday]
        add [email bob] to my tasks
        add [take down the curtains] to the planner
        create a task to [book the dentist]
        create a task called [make room in the shed]
        make a task called [set up the new router]
        um can you add a task [pay the electricity bill]
        i have to [return the library books]
        i've got to [bring the ladder back]
        i must [try on the suit]
        add a to do [clean out the fridge]
        to do [put the bins out]
        plan to [wash the car]
        i need to [buy a new kettle]
        could you make me a task for [the tax papers]
        make me a task to [take the bottles away]
        make a task of [moving the sofa]
        make [turning the mattress] a task
        set up a task to [change the locks]
        give me a task to [check in for the flight]
        can i have a task that says [cut back the roses]
        could we have a task saying [mend the bike together]
        a task please [print out the tickets]
        i'd like a task for [picking apples]
        i want a task named [start on the speech]
        i need a task to [make an offer for the piano]
        schedule a task to [drop in on the neighbours]
        put down a task [get the keys cut]
        put [write to the mayor] down as a task
        put [take the cat in] in the planner
        stick [look up the opening hours] on my tasks
        note down a task [find a new tenant]
        get [measure the windows] on the task list
        [polish the shoes] should go on my tasks
        [shovel the snow] as a task please
        the task is [call off the meeting]
        next task is [sort the screws]
        my task is [peel the apples]
        make me a task [baking]
        add the task [fetch the tent from the attic]
        add a task [send the jacket back to the shop]
        put [borrow a saw from dad] on my task list
        another task [finish the puzzle with leo]
        one more task [go through the old letters]
        add one task [fill in the form for the school and post it]
        please add the task [cancel the phone contract]
        add a new task to my planner [see about the leak]
        add to my tasks [thaw the fish]
        in my planner add [walk granny's dog]
        planner add task [mark the trees to be felled]
        don't let me off [do the accounts] add it as a task
        we should [have the piano tuned] put that in as a task
        i still need to [complete the questionnaire]
        there's one more thing to do [track down the plumber]
        i ought to [delete the old photos] make it a task
        include [tidying the cellar] in my tasks
        add task [haircut]
        add the task [optician] please
        add a task [new filter] instead
        put [feed the fish] on my tasks
        put in a task [rehearsal]
        write down [tie up the roses] as a task
        log [oil the lock] as a task
        get [sand the floor] down as a task
        pencil in [visit the notary] as a task
        plan in [sew on the buttons] as a task
        plan in [barber] for the planner
        on the plan put [trim the candles]
        put [swap the tyres] on the plan
        [replace the wick] make that a task
        [wax the skis] make that a task would you
        [hem the trousers] that's another task
        [order the coal] new task
        [clean the grate] task please
        one for the planner [grease the chain]
        add a job to my tasks [beat the rugs]
        make a note in my planner to [fit a new plug]
        pop [strain the honey] on today's tasks
        if you would add [rinse the jars] as a task
        put [polish the bell] in my planner as a task
        [thread the beads] goes in my planner
        [rake the gravel] goes on my tasks
        write me in the planner [tune the piano of aunt vera]
        note me in my planner [dust the lamps]
        """,
    ),
    **marked(
        "title",
        """
        add must win task [finish the report]
        must win [hand in the tax return]
        must win: [bring back the trailer]
        add a must win [call the landlord]
        add a must win task: [take the medicine in]
        new must win task [prepare the slides]
        new must-win [set up the stall]
        i absolutely have to [send the contract] make it a must win
        put [sign the lease] in as a must win
        make [the job application] a must win
        make a must win out of [paying the fine]
        my must win is [get the car through its test]
        add a task [pick up the ring] and make it a must win
        create a must win task called [make the last payment]
        add [learn my lines] as a must win task
        must win task for the planner [buy the train tickets]
        [enter the race] is my must win
        [return the deposit] make that a must win
        [send off the entry] that's a must win
        a must win for today is [posting the ballot]
        [oil the hinges] that's a task and it's a must win
        [pay the deposit] is a task and a must win one
        [renew the permit] goes in my planner and it has to be done
        put [stamp the passport] in the planner it absolutely must be done
        add [ring the bank] to my tasks and it has to happen today
        """,
        task_type=MUST,
    ),
    **marked(
        "title",
        """
        add nice to do task [sort the photos]
        nice to do [bake a cake]
        nice to do: [turn the old crate into a shelf]
        add a nice to do [repaint the bench]
        new nice to do task [try the new cafe]
        it would be nice to [tidy the garage] add that as a nice to do
        put [cleaning the grill] down as a nice to do
        make [a trip to the museum] a nice to do
        add a task [water the cactus] as a nice to do
        create a nice to do task called [make a bird feeder]
        add [look for a new lamp] as a nice-to-do
        add a task to [write a poem] and make it a nice to do
        i'd call [gild the frame] a nice to do
        [stuff the cushion] is a nice to do
        [dye the scarf] but only as a nice to do
        [press the flowers] just as a nice to do
        [string the beads] make that a nice to do
        i'd like to [build a kite] so add that as a nice to do
        [carve the spoon] that's a task and just a nice to do
        put [wash the curtains] in the planner but it can wait
        add [sort the buttons] to my tasks there's no rush with it
        add a task [label the jars] it can wait
        """,
        task_type=NICE,
    ),
}

TASK_SET_COMPLETED: Examples = {
    **marked(
        "title",
        """
        complete task [call mom]
        mark [water the plants] as done
        complete the task [send the invoice]
        i finished the [tax return]
        i have finished [the speech]
        check off [email bob]
        check [measure the windows] off
        tick off the [groceries]
        task [book the dentist] is done
        i've paid the [electricity bill] mark it done
        mark the task [wash the car] complete
        mark the task [change the locks] as done
        mark task [make room in the shed] as complete
        mark the [ladder] task as completed
        mark the [bins] task done
        i fed the [fish] so tick it off
        tick [answer the letter]
        tick the task [print out the tickets]
        tick the [insurance] task off please
        done with the [slides]
        i'm done with the [hoovering]
        cross [pick up the parcel] off my tasks
        cross off [hang up the mirror]
        the [tyre] task is done
        the task [find a new tenant] is finished
        the task about the [leak] has been done
        the [library] task can be ticked off
        set [shovel the snow] to done
        set the task [get the keys cut] as completed
        that [bike repair] task is finished
        that task to [take the bottles away] mark it as done
        [turning the mattress] is done
        [sweep the stairs] done
        task [thaw the fish] finished
        finished the task [set up the new router]
        consider the [passport photos] task done
        put the task [bring the ladder back] down as done
        i got the [shopping] done so check it off
        we've [called off the meeting] so that task is complete
        close the task [go through the old letters]
        in the planner tick [write to the mayor]
        the task [optician] is done
        mark the task [haircut] done please
        that task [rehearsal] please tick it
        i picked up [the keys] so mark that task as done
        spoke to the [landlord] so that task is done
        close the [filter] task
        i've finished the task about the [shed roof] tick it off
        i'm done with the task about [the fence] mark it done
        mark the task [fetch the tent from the attic] as done
        the task [send the jacket back to the shop] is done
        put a tick against [lace the boots]
        put a tick by the [stamps] task
        put a line through the [ticket] task
        strike off the [candle] task
        that's the rugs beaten tick off the [rugs] task
        that's the jars rinsed so mark the [jars] task
        got the [honey] task done
        i got round to the [chain] task so tick it
        i've managed to do the [ski wax] task
        i managed the [roof rack] task
        i did the [candles] task
        the [pond liner] task is finished with
        the [water butt] task is all sorted
        job done on the [picture rail] task
        the [door plate] one is done tick it
        i've finished my [geography essay] tick off the task
        i've done my [tax sheets] so tick off that task
        i've cleaned the [oven] check the task off
        tick off [hem the trousers] on my tasks
        check off [sand the floor] in my planner
        you may tick off [beat the rugs] on my tasks
        """,
        completed=True,
    ),
    **marked(
        "title",
        """
        mark [call mom] as not done
        mark the task [send the invoice] as not done
        mark the [parcel] task as open again
        the [ironing] isn't done yet
        i haven't done the [dishes]
        actually the [vacuuming] is not finished
        reopen task [finish the report]
        reopen the [ladder] task
        uncheck [email bob]
        uncheck the task [hang up the mirror]
        i haven't finished the [slides] after all mark them as open
        the task [wash the car] is not done yet
        the [bins] task wasn't done
        the [lease] task is still open
        untick [water the plants]
        untick the task [print out the tickets]
        untick the [insurance] task
        untick it the [snow] isn't shovelled
        set [book the dentist] back to not done
        set the [tyre] task back to open
        set the task [measure the windows] to incomplete
        put the task [change the locks] back to open
        mark [thaw the fish] incomplete
        mark the [library] task undone
        i didn't get the [shopping] done so untick it
        i never [answered the letter] reopen that task
        unmark the task [get the keys cut]
        take the tick off [sweep the stairs]
        untick the task [optician]
        the task [hang up the mirror] isn't done
        reopen the task [haircut]
        the task [send the jacket back to the shop] isn't done yet
        uncheck [stack the wood]
        undo the tick on the [ticket] task
        the [chain] task needs doing again
        put the [candle] task back on my tasks it isn't done
        [beat the rugs] isn't done after all
        set the task [rinse the jars] back to not done they still smell
        i spoke too soon the [plum] task isn't finished
        i haven't got to the [skis] task yet open it again
        i never did [post the ballot] mark it not done after all
        i never [fed the hens] so mark it as not done
        i haven't [hemmed the trousers] yet unmark that task
        i didn't [varnish the door] after all set that task back to open
        """,
        completed=False,
    ),
}

TASK_DELETE: Examples = marked(
    "title",
    """
    delete task [call mom]
    remove the task [water the plants]
    take [email bob] off my tasks
    take the task [hang up the mirror] off my list of tasks
    take [turn the mattress] off the task list
    drop the [dentist] task
    drop the task [take down the curtains]
    get rid of the task [wash the car]
    get rid of the [parcel] task
    delete my task about the [tax return]
    delete the task to [make room in the shed]
    delete the [ladder] task
    delete [sweep the stairs] from my tasks
    delete the task called [set up the new router]
    remove the task about the [broken window]
    remove the [bins] task
    remove [shovel the snow] from the planner
    cancel the task [pick up the parcel]
    cancel the [library] task
    please remove [pay the rent] from today's tasks
    scratch the task [sort the photos]
    scratch the [tyre] task
    scrap the task [bring the ladder back]
    i don't need the task [bake a cake] anymore delete it
    i don't need the [insurance] task any longer
    i won't [write to the mayor] after all delete that task
    we can forget the task [find a new tenant] remove it
    erase the to do [clean out the fridge]
    erase the task [take the bottles away]
    throw out the task called [repaint the bench]
    throw the [passport photos] task away
    lose the task [go through the old letters]
    the task [thaw the fish] can go
    the [leak] task can be deleted
    get the task [put the bins out] out of my planner
    strike the task [change the locks]
    bin the task [print out the tickets]
    delete the task [optician]
    delete the task [fetch the tent from the attic]
    scrap the task [borrow a saw from dad]
    remove the task [send the jacket back to the shop]
    take [sort the screws] off my tasks we're not doing that
    remove the task [haircut]
    remove [rehearsal] from my tasks
    cancel my [haircut] task
    i no longer need the [filter] task delete it
    i no longer have to [measure the windows] remove that task
    take [feed the fish] off my tasks they are gone
    take [water the plants] off my task list we don't need it
    scrap the [tyre] task
    no need to [polish the shoes] any more delete the task
    i don't want the [candle] task on there
    i won't be doing the [rugs] so drop that task
    get shot of the task [wax the skis]
    throw the task [bottle the plums] out of the planner
    bin off the task about the [plum jam]
    please take [hem the trousers] off the planner
    we sold the boat so delete the [boat cover] task
    i don't do the task with the [candles] any more erase it
    i'm not doing the task about the [rugs] take it off my tasks
    delete the task with the [lanterns]
    """,
)

LIST_TASKS: Examples = plain(
    """
    what are my tasks
    what did i have to do
    what's on
    what do i have to do
    list my tasks
    list the tasks
    my tasks
    tasks
    today's tasks
    task list
    read me my task list
    read out my tasks
    go through my tasks
    what's left to do
    what's still to do
    which tasks are still open
    which tasks are left
    show my planner
    show me my tasks
    show the task list
    let me hear my tasks
    give me the tasks
    can i have my tasks please
    anything left on my task list
    what's on my task list
    what tasks are on my list
    is there anything on my task list
    do i have any tasks
    are there any tasks left
    have i got any tasks open
    how many tasks do i have
    how many tasks are left
    what have i got planned
    what have i planned
    tell me my must wins
    what are my must wins
    which must wins do i have
    do i have any nice to dos
    what's on my plate
    what's in my planner
    what's next on my task list
    what should i be doing
    what does my day look like
    what have i got today
    what else have i got
    what else have i got for today
    what else do i have to do
    what do i still need to get done
    what needs to get done
    which tasks were there
    what tasks did i have
    how many must wins are there
    what's on for the day
    what else is there to do
    how many must wins do i have
    are any must wins left
    how much is left on my plate
    how much is left to do in the planner
    how much is there still to do
    """,
)
