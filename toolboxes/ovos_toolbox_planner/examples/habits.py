"""How people ask for what has to do with habits."""

from __future__ import annotations

from ovos_toolbox_planner.examples.marked import Examples, marked, plain

HABIT_CREATE: Examples = marked(
    "name",
    """
    add habit [meditate]
    add a habit [take the stairs]
    add the habit [brush twice]
    add [playing chess] as a habit
    add [tongue twisters] to my habits
    put [drawing] on my habits
    put [make my own lunch] in as a habit
    track [reading]
    start tracking [water]
    track [the plank] as a habit
    [stretch] every day
    new habit [drink more water]
    new habit: [go to bed by ten]
    habit [wash up at once]
    i want to start doing [yoga] daily
    i want to [get up early] every day
    i want to make [fresh air] a habit
    create a habit called [evening walk]
    create the habit [set the table]
    make a habit called [no screens in bed]
    start tracking my [push ups]
    make [flossing] a habit
    let's make [cooking at home] a habit
    let's make [early nights] a new habit
    turn [saying thanks] into a habit
    i want to start [running] every day
    [eat an apple] every day
    please add a daily habit for [practising guitar]
    i'd like to [learn spanish] every day
    i'd like a habit for [tidying my desk]
    i'd like to track [cycling] as a habit
    keep track of my [sleep]
    keep a habit of [deep breathing]
    can you set up [journaling] as a habit
    can you set up a habit for me [calling my parents]
    set up a habit to [put the phone away]
    start a new habit [no sugar]
    start a habit of [taking my vitamins]
    [write in my diary] each day
    begin a habit of [cold showers]
    a new habit please [singing practice]
    from now on track [squats]
    i'm taking up [juggling] add it as a habit
    give me a habit called [one page a day]
    another habit [bring a cup of tea to bed]
    log [swimming] as a daily habit
    put [going for a swim] on my habits
    put [listening to the news] on my list of habits
    i'd like to [do a puzzle] every day
    i want to [make the bed] every morning add it as a habit
    set up a habit for me [eating breakfast at the table]
    add habit [origami]
    track [calligraphy] for me
    track [weightlifting] for me please
    start tracking [sewing] for me
    keep track of [archery] for us
    keep tabs on a new habit of mine [bird watching]
    i fancy making [ironing on sundays] a habit
    i want to [give up sweets] add it as a habit
    every evening i want to [feed the hedgehog] make it a habit
    let's have [bird watching] as a habit
    from now on i [fast] daily put that in as a habit
    pop [archery] in as one of my habits
    i'd like to get into the habit of [knitting] can you keep track
    i'm going to [hum a scale] every day keep track of that habit
    i'll [sketch] daily from now on keep track of that habit
    set [an early lunch] up as a habit
    a [brisk stroll] so set that up as a habit
    the coach says a [daily plunge] so set that up as a habit please
    a [nightly foot bath] so make that a habit
    my coach says [a cold rinse] so make that a habit please
    the nurse says [an early bedtime] so set that up as a habit
    i've been told to [sit up straight] so add that as a habit
    """,
)

HABIT_SET_COMPLETED: Examples = {
    **marked(
        "name",
        """
        mark habit [meditate] as done
        mark the habit [take the stairs] done
        mark the [drawing] habit as complete
        mark my [plank] habit as done
        mark [singing practice] as done in my habits
        i did my [reading]
        i did my [squats] today
        mark [workout] complete
        done my [stretching] habit
        i did [yoga] today
        i did the [juggling] habit
        check off my [evening walk] habit
        check off the habit [make my own lunch]
        check the [vitamins] habit
        log that i meditated as done for my [meditation] habit
        i practised [guitar] today
        tick the habit [drink more water]
        tick off the habit [wash up at once]
        tick off my [cycling] habit
        tick [the plank] off my habits
        tick the [deep breathing] habit please
        i've done my [push ups]
        i have done my [tongue twisters] for today
        complete my [swimming] habit
        complete the habit [go to bed by ten]
        complete the habit [take my vitamins]
        complete the [early nights] habit
        i did my [vocabulary]
        habit [journaling] is done
        habit [set the table] done
        my [chess] habit is done
        the [cold showers] habit is done for today
        for habits put down [fresh air] as done
        put [flossing] down as done in the habits
        in my habits tick [brush twice]
        set the [sleep] habit to done
        set the habit [put the phone away] as completed
        [cooking at home] habit completed
        had my [cold shower] so tick that habit
        went for a swim so check the [swimming] habit
        i got my [stretches] in today
        count the [tidying] habit as done
        i went out so tick [evening walk]
        swam twenty lengths so tick [swimming]
        done thirty so mark my [push ups]
        tick my [origami] habit
        mark [origami] done for today
        did my [breathing] today
        the habit [origami] please tick it
        put a tick by the [archery] habit
        put a tick against [calligraphy] in my habits
        i've practised the [harp] tick it off in my habits
        i kept up my [sewing] habit mark it
        just back from my [midday swim] so mark it
        log my [sewing] habit
        log the [harp] habit for today
        log my [archery] habit i did an hour
        [rope skipping] can be ticked as a habit
        [lunges] can be ticked off in my habits
        """,
        completed=True,
    ),
    **marked(
        "name",
        """
        mark habit [meditate] as not done
        mark the habit [take the stairs] as not done
        mark the [drawing] habit as not completed
        mark my [plank] habit undone
        i didn't do my [reading] after all
        i didn't do my [squats] today
        i missed my [stretching] habit
        i missed the habit [make my own lunch]
        uncheck the habit [workout]
        uncheck my [vitamins] habit
        uncheck the [juggling] habit
        i skipped my [evening walk] habit
        i skipped [the plank]
        i did not do [yoga]
        take back the [push ups] habit i did not do it
        untick the habit [go to bed by ten]
        untick the habit [wash up at once]
        untick the [cycling] habit
        untick my [chess] habit i was too tired
        set the [sleep] habit to not done
        set the [deep breathing] habit back to not done
        set the habit [brush twice] back to open
        the [early nights] habit isn't done
        my [swimming] habit wasn't done
        habit [set the table] not done
        take the tick off my [flossing] habit
        unmark the [vocabulary] habit
        in my habits untick [fresh air]
        didn't do my [squats] today
        didn't get to my [guitar] today
        no [yoga] today take the tick off
        uncheck [origami] i forgot it
        untick my [juggling] habit it didn't happen
        i forgot the [harp] habit
        i forgot to do my [calligraphy] today
        i never got round to my [sewing] habit
        put my [weightlifting] habit down as not done i never got to it
        put the [midday nap] habit down as missed
        the [knitting] habit didn't happen
        no [archery] today so mark that habit as missed
        i didn't do my [harp practice] untick it
        [bird watching] habit not done today
        i didn't manage my [sewing] today
        i haven't practised the [harp] yet unmark that habit
        i haven't done my [archery] yet take that tick off
        take back the tick on my [calligraphy] habit
        take the tick on my [knitting] habit back i didn't do it
        i never did my [lunges] so that habit's not done
        never got to my [drumming] so mark that habit as not done
        """,
        completed=False,
    ),
}

HABIT_PROGRESS: Examples = {
    **plain(
        """
        how are my habits going
        how are my habits
        how did my habits go this week
        am i keeping up with my habits
        list my habits
        my habits
        show me my habits
        read me my habits
        which habits do i have
        what are my habits
        how is my habit tracking going this week
        what are my streaks
        how many habits have i done this week
        how am i doing with my habits
        habit progress
        give me my habit progress
        any habits left for today
        which habits am i keeping
        what habits am i tracking
        """,
    ),
    **marked(
        "name",
        """
        how is my [reading] habit going
        how is the habit [take the stairs] going
        how is [drawing] going
        what's my streak for [meditate]
        what's my [squats] streak
        how long is my [flossing] streak
        how many days in a row have i done [yoga]
        how many days have i kept up [the plank]
        how often did i do my [evening walk] this week
        how often have i done [juggling]
        am i keeping up with the [push ups]
        have i kept up my [swimming]
        progress on [drink more water]
        progress for the [chess] habit
        did i keep up my [journaling] this week
        how's the [guitar] habit doing
        how's my [vitamins] habit
        how am i doing with the [cycling]
        show me how the [cold showers] habit is going
        do i have a streak for [early nights]
        how am i doing with [guitar practice]
        how am i getting on with [the plank]
        how well am i doing on [origami]
        how is it going with [flossing]
        what's the score with my [archery] habit
        what's my longest streak for [harp]
        how many days on the trot have i done my [calligraphy] habit
        how often have i managed the [sudoku] this week
        how often have i played the [harp] this week
        how often have i been [climbing] this week
        how often did i get to my [sewing] this week
        how many times have i managed [archery] this week
        how many times did i go [rowing] this week
        """,
    ),
}
