"""Every topic that the project answers or emits. A topic is static; who is addressed travels in the data."""

# The tool service (OVOS-TOOLS-1, and ovos-phal-plugin-tools before it).
TOOLS_LIST = "ovos.tools.list"
TOOLS_GET = "ovos.tools.get"
TOOLS_INVOKE = "ovos.tools.invoke"
TOOLS_CANCEL = "ovos.tools.cancel"
TOOLS_RELOAD = "ovos.tools.reload"
TOOLS_CHANGED = "ovos.tools.changed"
"""Broadcast after a reload that changed anything: ``added``, ``removed``, ``changed``."""

# The toolbox host.
HOST_DISCOVER = "ovos.persona.tools.discover"
HOST_CALL = "ovos.persona.tools.call"


def host_call(toolbox_id: str) -> str:
    """The older call topic of one toolbox (OVOS-TOOLS-1 §6)."""
    return f"ovos.persona.tools.{toolbox_id}.call"


# Ours.
JARVIS_TRANSLATE = "ovos.jarvis.translate"
JARVIS_ASK = "ovos.jarvis.ask"
JARVIS_MATCH = "ovos.jarvis.match"
"""Asks what would be done with an utterance, and how surely it is ours. Runs nothing."""
JARVIS_STOP = "ovos.jarvis.stop"
"""Ends what runs and what waits in a session; ``look``: only says whether there is something."""
JARVIS_RINGING = "ovos.jarvis.ringing"
"""Emitted, in its session, by a tool that rings until it is stopped: ``ringing``, when it begins and when it ends."""
JARVIS_RINGING_STOP = "ovos.jarvis.ringing.stop"
"""Tells what rings in a session to end."""
STOP = "mycroft.stop"
"""Ends whatever goes on in a session. The bus client says ``ovos.stop`` by this name as well."""
JARVIS_READY = "ovos.jarvis.ready"
"""Broadcast by a service that begins to answer."""
JARVIS_PROGRESS = "ovos.jarvis.progress"
"""Emitted before the answer to a request: what its tools say meanwhile, how far they are."""
JARVIS_ACTION = "ovos.jarvis.action"
JARVIS_CONFIRM = "ovos.jarvis.confirm"
JARVIS_STATUS = "ovos.jarvis.status"
JARVIS_INBOX = "ovos.jarvis.inbox"
"""Emitted: what a command posted to the inbox of the household or of a user."""
JARVIS_ALERT = "ovos.jarvis.alert"
"""Emitted for what should be told soon: an alert of an agent, and beside an inbox item one that is to be pushed."""
JARVIS_AGENTS = "ovos.jarvis.agents"
"""Asks how the agents stand; ``run``, ``pause`` and ``resume`` one."""
JARVIS_DATA = "ovos.jarvis.data"
"""Asks for the records of commands; ``add``, ``edit`` and ``remove`` one."""
JARVIS_METRICS = "ovos.jarvis.metrics"
"""Asks for calls, latencies, queues and memory."""
JARVIS_CLAIM = "ovos.jarvis.claim"
"""Asks who serves. A service that starts sends its own claim with it, and one that serves objects."""
JARVIS_CLAIM_RELEASED = "ovos.jarvis.claim.released"
"""Emitted by a service that ends."""

DEVICE_SESSION = "default"
"""The session of whoever stands before the device."""
