# Completion of flipside for bash: commands, games, options. Installed where bash-completion looks.
_flipside()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local words games
    games=$(flipside --help 2>/dev/null | awk '/^Games:/ {here = 1; next} here && NF == 0 {exit} here {print $1}')
    case $before in
    --load | --save | --out | --edition | --token | --data | --config | --log | --certificate | --key)
        COMPREPLY=($(compgen -f -- "$word"))
        return
        ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "play learn bot serve store admin replay analyze puzzles engine sim match report bench print enter new-game verify --games --help --version" -- "$word"))
        return
    fi
    case $command in
    play) words="$games --seats --option --edition --seed --load --join --name --save --pace --plain --ascii --no-color --help" ;;
    learn) words="$games --again --edition --pace --plain --ascii --no-color --help" ;;
    bot) words="--server --token --at-once --game --offer --seek exec: --help" ;;
    serve) words="--listen --data --config --certificate --key --origin --metrics-listen --metrics-here --log --pages --puzzles --analysis --lobby-chat --threads --trust-forwarded --help" ;;
    store) words="check rebuild backup copy --data --help" ;;
    admin) words="list kept ban unban open-addresses rename give-back reset-password sign-out delete reports close-report backup restore --data --help" ;;
    print) words="$games --out --paper --save-ink --seats --edition --option --deck --help" ;;
    enter) words="$games --save --load --seats --edition --option --help" ;;
    sim | match | report | bench) words="$games --help" ;;
    analyze) words="--precision --decisions --json --save --resume --threads --calibrate --luck --agreement --games --seats --sample --players --seed --help" ;;
    puzzles) words="mine list play check show grade --games --seed --until --records --out --threads --file --solution --tries --retired --plain --ascii --no-color --help" ;;
    *) words="--help" ;;
    esac
    case $command in
    replay | analyze | verify) COMPREPLY=($(compgen -f -- "$word") $(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    esac
}
complete -F _flipside flipside
