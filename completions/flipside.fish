# Completion of flipside for fish: commands, games, options. Installed where fish looks for completions.
function __flipside_games
    flipside --help 2>/dev/null | awk '/^Games:/ {here = 1; next} here && NF == 0 {exit} here {print $1}'
end
complete -c flipside -n __fish_use_subcommand -f -a play -d 'play a game in the terminal'
complete -c flipside -n __fish_use_subcommand -f -a learn -d 'learn a game step by step'
complete -c flipside -n __fish_use_subcommand -f -a bot -d 'let a program of your own play on a server'
complete -c flipside -n __fish_use_subcommand -f -a serve -d 'run the table server'
complete -c flipside -n __fish_use_subcommand -f -a store -d 'look after the data file'
complete -c flipside -n __fish_use_subcommand -f -a admin -d 'administer a server'
complete -c flipside -n __fish_use_subcommand -f -a replay -d 'step through a recorded game'
complete -c flipside -n __fish_use_subcommand -f -a puzzles -d 'solve or mine positions with one clearly best choice'
complete -c flipside -n __fish_use_subcommand -f -a analyze -d 'say how well a recorded game was played'
complete -c flipside -n __fish_use_subcommand -f -a engine -d 'speak the line protocol'
complete -c flipside -n __fish_use_subcommand -f -a sim -d 'play many games with bots'
complete -c flipside -n __fish_use_subcommand -f -a match -d 'compare two bot settings'
complete -c flipside -n __fish_use_subcommand -f -a report -d 'write a balance study of a game'
complete -c flipside -n __fish_use_subcommand -f -a bench -d 'measure speed'
complete -c flipside -n __fish_use_subcommand -f -a print -d 'sheets, cards and plans as PDF'
complete -c flipside -n __fish_use_subcommand -f -a enter -d 'enter a game that was played on paper'
complete -c flipside -n __fish_use_subcommand -f -a new-game -d 'make a folder with a small game of your own'
complete -c flipside -n __fish_use_subcommand -f -a verify -d 'check a record'
complete -c flipside -n '__fish_seen_subcommand_from play learn sim match report bench print enter' -f -a '(__flipside_games)'
complete -c flipside -n '__fish_seen_subcommand_from play' -l seats
complete -c flipside -n '__fish_seen_subcommand_from play' -l option
complete -c flipside -n '__fish_seen_subcommand_from play' -l edition
complete -c flipside -n '__fish_seen_subcommand_from play' -l seed
complete -c flipside -n '__fish_seen_subcommand_from play' -l load
complete -c flipside -n '__fish_seen_subcommand_from play' -l join
complete -c flipside -n '__fish_seen_subcommand_from play' -l name
complete -c flipside -n '__fish_seen_subcommand_from play' -l save
complete -c flipside -n '__fish_seen_subcommand_from play' -l pace
complete -c flipside -n '__fish_seen_subcommand_from play' -l plain
complete -c flipside -n '__fish_seen_subcommand_from play' -l ascii
complete -c flipside -n '__fish_seen_subcommand_from play' -l no-color
complete -c flipside -n '__fish_seen_subcommand_from learn' -l again
complete -c flipside -n '__fish_seen_subcommand_from learn' -l edition
complete -c flipside -n '__fish_seen_subcommand_from learn' -l pace
complete -c flipside -n '__fish_seen_subcommand_from learn' -l plain
complete -c flipside -n '__fish_seen_subcommand_from learn' -l ascii
complete -c flipside -n '__fish_seen_subcommand_from learn' -l no-color
complete -c flipside -n '__fish_seen_subcommand_from bot' -l server
complete -c flipside -n '__fish_seen_subcommand_from bot' -l token
complete -c flipside -n '__fish_seen_subcommand_from bot' -l at-once
complete -c flipside -n '__fish_seen_subcommand_from bot' -l game
complete -c flipside -n '__fish_seen_subcommand_from bot' -l offer
complete -c flipside -n '__fish_seen_subcommand_from bot' -l seek
complete -c flipside -n '__fish_seen_subcommand_from serve' -l listen
complete -c flipside -n '__fish_seen_subcommand_from serve' -l data
complete -c flipside -n '__fish_seen_subcommand_from serve' -l config
complete -c flipside -n '__fish_seen_subcommand_from serve' -l certificate
complete -c flipside -n '__fish_seen_subcommand_from serve' -l key
complete -c flipside -n '__fish_seen_subcommand_from serve' -l pages -r
complete -c flipside -n '__fish_seen_subcommand_from serve' -l origin
complete -c flipside -n '__fish_seen_subcommand_from serve' -l metrics-listen
complete -c flipside -n '__fish_seen_subcommand_from serve' -l metrics-here
complete -c flipside -n '__fish_seen_subcommand_from serve' -l log
complete -c flipside -n '__fish_seen_subcommand_from serve' -l analysis -a 'server browser'
complete -c flipside -n '__fish_seen_subcommand_from serve' -l threads
complete -c flipside -n '__fish_seen_subcommand_from serve' -l trust-forwarded
complete -c flipside -n '__fish_seen_subcommand_from store' -l data
complete -c flipside -n '__fish_seen_subcommand_from admin' -l data
complete -c flipside -n '__fish_seen_subcommand_from store' -a 'check rebuild backup copy'
complete -c flipside -n '__fish_seen_subcommand_from admin' -a 'list kept ban unban open-addresses rename give-back reset-password sign-out delete reports close-report backup restore'
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l games
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l seed
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l until
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l records
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l out
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l threads
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l file
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l solution
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l tries
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l retired
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l plain
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l ascii
complete -c flipside -n '__fish_seen_subcommand_from puzzles' -l no-color
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l precision
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l decisions
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l json
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l save
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l resume
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l threads
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l calibrate
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l luck
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l agreement
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l games
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l seats
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l sample
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l players
complete -c flipside -n '__fish_seen_subcommand_from analyze' -l seed
complete -c flipside -n '__fish_seen_subcommand_from print' -l out
complete -c flipside -n '__fish_seen_subcommand_from print' -l save-ink
complete -c flipside -n '__fish_seen_subcommand_from print' -l seats
complete -c flipside -n '__fish_seen_subcommand_from print' -l edition
complete -c flipside -n '__fish_seen_subcommand_from print' -l option
complete -c flipside -n '__fish_seen_subcommand_from print' -l deck
complete -c flipside -n '__fish_seen_subcommand_from enter' -l save
complete -c flipside -n '__fish_seen_subcommand_from enter' -l load
complete -c flipside -n '__fish_seen_subcommand_from enter' -l seats
complete -c flipside -n '__fish_seen_subcommand_from enter' -l edition
complete -c flipside -n '__fish_seen_subcommand_from enter' -l option
complete -c flipside -n '__fish_seen_subcommand_from print' -l paper -a 'a4 letter'
