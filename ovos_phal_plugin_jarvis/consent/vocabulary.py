"""Words by which a tool's name, description and arguments tell what it does.

Tool definitions are written in English as a rule; German, Spanish, French, Italian, Portuguese and Dutch names are
known by their usual verbs. The lists say what a person would mind happening unasked, and err on the side of asking:
what is in none of them is not known to be harmless. They were written from what the verbs mean, and tuned on no set of
cases.

Words are lower case without accents, ä ö ü ß as ae oe ue ss.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What a risky word does → the words that mean it whatever else stands in the name.
_STRONG = {
    "deletes": """
        delete erase remove purge wipe destroy unlink rm rmdir del shred nuke expunge revoke obliterate eradicate
        loeschen loesche loescht entfernen entferne vernichten verwerfen leeren
        eliminar elimina borrar borra suprimir vaciar quitar destruir
        supprimer supprime effacer efface enlever detruire vider
        eliminare cancellare cancella rimuovere rimuovi distruggere svuotare
        excluir apagar apaga remover deletar esvaziar
        verwijderen verwijder wissen wis vernietigen legen""",
    "runs commands or code": """
        execute exec eval sudo bash zsh powershell popen subprocess spawn rce
        ausfuehren ejecutar ejecuta executer eseguire esegui executar executa uitvoeren""",
    "sends something out": """
        send sendmail resend sms tweet publish dial fax submit upload unicast
        senden sende schicken schicke versenden verschicken abschicken absenden anrufen veroeffentlichen hochladen
        enviar envia mandar publicar llamar subir
        envoyer envoie expedier publier appeler poster televerser
        inviare invia spedire spedisci mandare pubblicare telefonare chiamare caricare
        ligar telefonar
        verzenden verstuur versturen stuur sturen publiceren bellen""",
    "spends or moves money": """
        buy pay checkout subscribe donate withdraw sell bid reserve invest gamble repay remit venmo
        kaufen kaufe einkaufen bezahlen bezahle zahlen bestellen bestelle ueberweisen ueberweise spenden buchen
        abonnieren verkaufen
        comprar pagar paga donar vender reservar transferir pedir
        acheter achete payer commander virer donner vendre reserver transferer
        comprare acquistare acquista pagare donare vendere prenotare trasferire bonificare
        doar assinar encomendar
        kopen koop betalen betaal overmaken doneren verkopen boeken""",
    "unlocks or disarms": """
        unlock disarm unbolt unlatch jailbreak
        entsperren entsperre aufschliessen entriegeln entschaerfen
        desbloquear desbloquea desarmar deverrouiller desarmer sbloccare sblocca disarmare destrancar destravar
        ontgrendelen ontgrendel""",
    "writes or overwrites": """
        write overwrite mkfs dd fdisk partition reflash
        schreiben schreibe ueberschreiben formatieren formatiere
        escribir escribe sobrescribir formatear
        ecrire ecris ecraser formater
        scrivere scrivi sovrascrivere formattare
        escrever sobrescrever formatar
        schrijven schrijf overschrijven formatteren""",
    "changes the system": """
        install uninstall shutdown reboot poweroff halt killall terminate upgrade deploy chmod chown grant ban
        unsubscribe mount unmount sabotage hack
        installieren deinstallieren herunterfahren neustarten
        instalar desinstalar reiniciar
        installer desinstaller redemarrer
        installare disinstallare riavviare
        desligue reinicializar
        installeren verwijder herstarten afsluiten""",
    "agrees to something": """
        approve authorize authorise ratify
        genehmigen unterschreiben aprobar firmar approuver signer approvare firmare aprovar assinar goedkeuren""",
}

# Words that are names of things as often as deeds ("get_order", "order_pizza"): where they stand decides.
_WEAK = {
    "deletes": "drop clear empty trash discard truncate reset deletion removal cleanup prune forget flush",
    "runs commands or code": """run shell script terminal cmd command ssh invoke execution sh code console
        befehl kommando skript comando commande opdracht""",
    "sends something out": """email mail post share forward reply message text call broadcast push invite
        nachricht anruf mensaje llamada correo message appel messaggio chiamata mensagem bericht""",
    "spends or moves money": """order purchase payment transfer wire trade book charge refund rent bet borrow lend
        tip withdrawal deposit transaction checkout
        kauf zahlung ueberweisung bestellung buchung compra pago pedido transferencia achat paiement commande virement
        acquisto pagamento ordine bonifico betaling aankoop bestelling""",
    "writes or overwrites": "format patch flash replace rewrite save_as",
    "changes the system": "kill restart restore migrate rollback block",
    "agrees to something": "sign accept vote release merge commit",
}

# Stems inside the long words of German and Dutch.
INNER_STEMS = {
    "loesch": "deletes",
    "vernicht": "deletes",
    "ausfuehr": "runs commands or code",
    "verschick": "sends something out",
    "versend": "sends something out",
    "bestell": "spends or moves money",
    "bezahl": "spends or moves money",
    "ueberweis": "spends or moves money",
    "entsperr": "unlocks or disarms",
    "entriegel": "unlocks or disarms",
    "aufschliess": "unlocks or disarms",
    "ontgrendel": "unlocks or disarms",
    "ueberschreib": "writes or overwrites",
    "formatier": "writes or overwrites",
    "verwijder": "deletes",
}


def _table(words: dict[str, str]) -> dict[str, str]:
    return {word: what for what, listed in words.items() for word in listed.split()}


STRONG = _table(_STRONG)
WEAK = {word: what for word, what in _table(_WEAK).items() if word not in STRONG}

FUSED = (
    "delete",
    "erase",
    "remove",
    "unlock",
    "execute",
    "exec",
    "send",
    "purge",
    "wipe",
    "transfer",
    "write",
    "run",
    "kill",
)
"""Deeds that names write together with their object: "deletefile"."""
FUSED_LAST = ("delete", "erase", "unlock", "execute", "send", "purge", "buy", "pay", "wipe")
"""Deeds that end a word: "autobuy"."""
FUSED_OBJECTS = _words(
    """
    file files dir directory folder mail email sms message messages door gate lock shell cmd command commands
    code script money funds all user users data disk table record records everything process program python
    bash sql query
    """
)
PHRASES = {
    ("get", "rid"): "deletes",
    ("throw", "away"): "deletes",
    ("take", "down"): "deletes",
    ("shut", "down"): "changes the system",
    ("power", "cycle"): "changes the system",
    ("check", "out"): "spends or moves money",
    ("check", "in"): "sends something out",
    ("sign", "up"): "sends something out",
    ("sign", "off"): "agrees to something",
    ("find", "replace"): "writes or overwrites",
    ("factory", "reset"): "deletes",
}

READS = _words(
    """
    get list search find read show fetch query lookup look check count calculate calc compute convert
    translate describe tell what who whose when where which how is has are status info compare summarize
    summarise explain analyze analyse detect recognize recognise identify estimate measure solve evaluate
    define spell roll flip pick choose suggest recommend browse view inspect monitor watch listen hear scan
    verify validate parse extract decode encode ping resolve geocode ask say speak greet retrieve display
    preview simulate predict forecast generate draft rephrase paraphrase classify rank sort filter match know
    see help guess echo hash diff locate navigate announce sing play_back quiz discover enumerate examine
    observe holen hole abrufen abfragen zeigen zeige anzeigen suchen suche finden lesen lese auflisten
    berechnen berechne umrechnen uebersetzen erklaeren pruefen zaehlen nenne sagen vorlesen obtener buscar
    busca encontrar leer mostrar muestra listar consultar calcular convertir traducir explicar contar decir
    obtenir chercher cherche rechercher trouver lire afficher lister consulter calculer traduire expliquer
    compter dire ottenere cercare cerca trovare leggere leggi mostrare elencare consultare calcolare
    convertire tradurre spiegare obter procurar ler converter traduzir dizer ophalen zoeken zoek vinden lezen
    tonen toon weergeven berekenen vertalen uitleggen tellen
    """
)
"""Verbs that look and tell, and change nothing that outlives the answer."""

TOLD_READS = READS | _words("give return answer report provide load tell print output offer list")
"""Verbs that begin the description of such a tool; in a name they may mean more."""

READ_NOUNS = _words(
    """
    weather forecast time date day status info information details history count price prices rate rates
    summary report statistics stats definition translation answer joke fact facts quote news headlines score
    scores temperature humidity balance distance location position version length size meaning synonyms recipe
    recipes schedule timetable horoscope phase sunrise sunset result results infobox article articles lyrics
    name names number value trivia riddle moon word weather_report lookup search wetter zeit uhrzeit datum
    preis tiempo hora fecha precio clima meteo heure prix ora prezzo hora_atual preco weer tijd prijs
    """
)
"""What a tool that only tells is named after."""

COMPUTES = _words(
    """
    add sum subtract multiply divide average mean median round power pow sqrt root modulo mod min max
    factorial
    """
)
"""Arithmetic, where every argument is a number."""

HOME_VERBS = _words(
    """
    turn switch toggle dim brighten set adjust increase decrease raise lower mute unmute play pause resume
    skip next previous stop start begin end close open lock activate deactivate enable disable change dock
    control color volume move on off up down launch put select shuffle repeat louder quieter vacuum clean mop
    rewind seek einschalten ausschalten schalten schalte anschalten dimmen stellen einstellen setzen oeffnen
    schliessen starten stoppen abspielen pausieren encender apagar prender ajustar poner subir bajar abrir
    cerrar iniciar detener reproducir allumer eteindre regler mettre ouvrir fermer demarrer arreter jouer
    accendere spegnere regolare impostare aprire chiudere avviare fermare riprodurre ligar desligar definir
    fechar tocar parar aanzetten uitzetten instellen zetten dimmen openen sluiten starten afspelen
    """
)
HOME_ALONE = _words("mute unmute dim brighten pause resume skip shuffle rewind louder quieter play")
"""Home verbs that need no thing beside them."""

HOME_NOUNS = _words(
    """
    light lights lamp lamps lighting bulb plug socket outlet switch fan blind blinds shade shades curtain
    curtains shutter shutters cover thermostat temperature climate heating heater ac hvac tv television
    speaker speakers volume brightness color colour scene media music radio song track playlist podcast audio
    video vacuum mower screen display microphone mic humidifier purifier device devices dnd backlight channel
    station playback player equalizer app application browser website webpage page url tab licht lampe lampen
    heizung rollladen vorhang lautstaerke musik staubsauger thermostat fernseher helligkeit steckdose luz
    luces lampara volumen musica calefaccion persiana persianas brillo termostato televisor aspiradora lumiere
    lumieres lampe chauffage volet volets musique luminosite aspirateur luce luci lampada riscaldamento
    tapparella tapparelle luminosita televisore aspirapolvere luzes lampada aquecimento cortina cortinas
    brilho televisao aspirador lichten verwarming gordijn gordijnen volume muziek helderheid stofzuiger
    """
)
GUARDED = _words(
    """
    door doors gate gates garage entrance safe vault valve oven stove cooktop hob fireplace furnace security
    alarm_system siren gas boiler port firewall tuer tueren tor garage haustuer tresor herd ofen puerta porton
    garaje cochera caja_fuerte horno porte portail four porta cancello garage forno portao garagem fogao deur
    poort garagedeur kluis oven
    """
)
"""Things of a house that must not open, start or go off unasked."""
GUARDED_VERBS = _words(
    """
    open start activate turn switch disable deactivate toggle on off stop set control trigger raise oeffnen
    oeffne aufmachen aufsperren einschalten starten abrir abre ouvrir ouvre aprire apri openen open encender
    allumer accendere ligar aanzetten ausschalten deaktivieren
    """
)
"""What does it to them."""
SECURES = _words(
    """
    close lock arm schliessen abschliessen verriegeln cerrar fermer verrouiller chiudere fechar trancar
    sluiten
    """
)
"""What makes a house safer, and so asks nothing."""

PERSONAL_VERBS = _words(
    """
    add create set new make start save remember note take schedule snooze cancel stop dismiss pause resume log
    track mark complete finish record update edit change write extend append put tick check rename hinzufuegen
    erstellen anlegen stellen setzen merken notieren agregar anadir crear poner guardar anotar ajouter creer
    mettre noter aggiungere creare impostare annotare adicionar criar definir toevoegen maken zetten noteren
    """
)
PERSONAL_ALONE = _words(
    """
    snooze remember remind memorize merken recordar rappeler ricordare lembrar onthouden
    """
)
PERSONAL_NOUNS = _words(
    """
    timer timers alarm alarms reminder reminders note notes list lists item items shopping grocery groceries
    todo todos task tasks memo bookmark favorite favourite playlist stopwatch countdown habit mood diary
    journal calendar event appointment wecker erinnerung notiz notizen liste einkaufsliste aufgabe kalender
    termin temporizador alarma recordatorio nota notas lista tarea calendario evento minuteur alarme rappel
    liste tache calendrier rendez sveglia promemoria appunto appunti elenco attivita lembrete tarefa evento
    wekker herinnering notitie lijst boodschappenlijst taak agenda afspraak
    """
)
"""What people keep for themselves: a wrong entry is seen and undone, so making one asks nothing."""
MADE_TEXTS = _words(
    """
    poem story joke haiku song summary limerick essay letter_draft gedicht poema poeme poesia
    """
)
"""What "write" makes without touching anything."""
HARMLESS_FORMATS = _words(
    """
    date time number text string json currency phone duration output response markdown money price name value
    """
)
"""What "format" only words."""

OTHER_VERBS = _words(
    """
    create set update save store insert edit change rename move copy download import export schedule upsert
    append assign mark toggle adjust enable disable start stop record register login connect disconnect sync
    trigger launch open close make place do perform initiate issue begin handle process manage control modify
    configure apply use act add put
    """
)
"""Verbs that change something, and nothing says what."""
LEADS_TO_DEED = _words(
    """
    make place do create perform initiate start schedule issue trigger begin new auto complete confirm quick
    force
    """
)
"""Before these a noun is a deed: "make_payment"."""
CONJUNCTIONS = _words("and or then plus und oder dann y o e et ou ed puis en of n")
NOUN_ENDINGS = _words(
    """
    speech status history info information details count price search lookup log logs stats statistics
    tracking number
    """
)
"""A name that ends in one of these is about the deed ("order_status")."""
NEGATIONS = _words(
    """
    not never no without nor don't doesn't won't cannot can't instead nicht nie ohne kein keine sin nunca
    jamais pas sans senza mai non sem nunca niet zonder geen
    """
)

# Arguments.
EXECUTED = _words(
    """
    command commands cmd cmdline commandline shell bash script code source_code python javascript sql program
    executable argv exec eval statement powershell befehl kommando skript comando commande opdracht
    """
)
"""Arguments whose text is run."""
CODES = _words(
    """
    country currency language lang airport iata icao zip postal postcode area dial error status product bar qr
    color colour stock iso discount pairing pin hex station vin isbn ean voucher tracking short ascii morse
    room
    """
)
"""What a "code" is of, where it is a name and not a program."""
WRITTEN_TO = _words(
    """
    output_path output_file outfile out_file out_path dest_path destination_path destination_file save_path
    save_to save_as target_path target_file write_to overwrite zieldatei fichier_sortie
    """
)
"""Arguments that name what is written."""
RECIPIENTS = _words(
    """
    recipient recipients to_address to_email email_to cc bcc payee payees iban beneficiary attendees invitees
    phone_number empfaenger destinatario destinataire destinatari ontvanger card_number cvv
    """
)
AMOUNTS = _words(
    """
    amount amount_usd amount_eur price total sum_of_money betrag importe montant importo valor bedrag
    """
)
PATHS = _words(
    """
    path file filename file_path filepath file_name datei pfad archivo fichier percorso arquivo bestand
    """
)
CONTENTS = _words(
    """
    content contents text data body bytes payload inhalt contenido contenu contenuto conteudo inhoud
    """
)
CHOICES = _words(
    """
    action operation op command method verb mode state task request request_type act do aktion accion azione
    acao actie
    """
)
"""Arguments whose value says what is done."""
HTTP_READS = _words("get head options")
HTTP_WRITES = _words("post put patch delete")
URLS = _words("url uri urls uris endpoint href link web_address address_url base_url target_url request_url")
"""Arguments that say where a web request goes."""
HTTP_METHODS = _words("method verb http_method http_verb request_method request_type")
HTTP_BODIES = _words(
    "body data payload json form form_data post_data request_body json_body post_body json_data raw_body raw_data"
)
"""Arguments that a web request carries, which one that only reads does not."""
QUERIES = _words("query q sql statement sql_query sql_statement query_text query_string expression request search")
"""Arguments that hold a query, in whatever language."""
QUERY_LANGUAGES = _words(
    """
    sql sqlite sqlite3 postgres postgresql mysql mariadb mssql tsql oracle duckdb bigquery snowflake clickhouse redshift
    cypher graphql mutation sparql
    """
)
"""What tells that a query is written in a language that can write as well."""
DATABASES = _words("database databases db warehouse table tables datenbank")
WRITES = _words("schreiben schreibe escribir ecrire scrivere escrever schrijven")

OPENING = _words(
    """
    this the a an tool function command skill api helper can will may is used use useful for that which lets
    let allows allow you to users user and be able please simply quickly safely easily always it when whenever
    """
)
"""What a description begins with before its verb."""
OBJECT_BEGINS = _words("a an the any all your some this from to money it them these those its their each every one")
"""Words after which the word before them was a verb."""
SKIPPED = _words("it they will can may would shall even this tool server next finally again")
"""What may stand between "and" and its verb."""
CLAUSE_BEGINS = CONJUNCTIONS | _words(", also to & by then afterwards")
"""After these a verb may begin."""
CHANGING = _words(
    """
    create set update save store insert edit change rename move copy import upsert append assign mark enable disable
    register install open close add put start stop activate deactivate switch turn modify adjust increase decrease
    launch trigger schedule download lock upgrade configure book connect disconnect toggle
    """
)
"""Verbs that change something: where a description goes on with one, the tool does not only read."""
ENDS_IN_A_DEED = _words(
    "drop clear empty discard truncate reset prune forget flush replace rewrite restart kill restore migrate rollback"
)
"""Deeds and no things: a name that ends in one does it ("status_reset")."""
BESIDE_NOUNS = _words("of for by from in on to with about between and or is are that which number id")
"""A word before one of these was a noun ("orders of a customer")."""
CODE_RUNNERS = _words("eval exec subprocess popen sudo rce")
"""Told of anywhere, these say that something is run."""
NAMED_AFTER = _words("info status")
"""Words of reading that are things and no verbs ("status_update")."""
ASKING = _words("is has are")
"""A name that begins so asks what is the case ("is_empty")."""
DONE = _words(
    """
    sent paid written overwritten sold bought rewritten mailed emailed posted forwarded shared messaged texted emptied
    cleared replaced trashed discarded truncated killed restarted transferred charged
    """
)
"""What is done to something, where the verb's own form does not show it."""
SUBORDINATES = _words(
    "that whether if when who whom what how where why because while unless until before after was were been being"
)
"""Where one of these stands before a passive, it tells of what is read ("mails that are sent")."""
PROGRAMS = _words("python javascript shell bash powershell perl ruby lua code script scripts commands javascript")
INTERPRETS = _words("evaluate evaluates evaluating interpret interprets interpreting run runs running compile compiles")
"""Before a word of PROGRAMS these run it."""
SWITCHES_OFF = _words("include show with only is has exclude no not dont skip ignore hide without never list get can")
"""A yes or no that begins so does not do what it names ("skip_delete")."""
SQL_FUNCTIONS = _words(
    """
    count sum avg min max total lower upper length coalesce ifnull nullif round abs date time datetime strftime
    julianday substr substring trim ltrim rtrim cast in and or not exists over as on when then else by distinct
    between like where from having select union all any concat year month day hour extract floor ceil ceiling
    row_number rank dense_rank group_concat string_agg using partition
    """
)
"""What may stand before a parenthesis in a query that surely only selects."""
SQL_CHANGES = _words(
    """
    into insert update delete drop alter create truncate replace merge grant revoke exec execute call do copy attach
    detach pragma vacuum reindex analyze analyse explain lock unlock set load handler rename install outfile dumpfile
    returning commit rollback begin declare use kill shutdown import export for procedure refresh notify listen
    """
)
"""No query that surely only selects has one of these outside its texts."""
