"""The ``PHAL → ovos-phal-plugin-jarvis`` section of mycroft.conf. ``{}`` is a working configuration."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

PLUGIN_ID = "ovos-phal-plugin-jarvis"
COMMANDS_TOOLBOX = "jarvis-commands"
"""Id of the toolbox that the Jarvis commands of this machine are tools of."""


class ConfigError(ValueError):
    """The section holds a key that is not known or a value of the wrong type. The message names each."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class InvokeConfig(_Section):
    """How tools are run."""

    workers: int = Field(32, ge=0, le=256)
    """Threads that run tools, started as they are needed. 0 runs each call where it is asked for, for tests on a
    FakeBus."""
    queue: int = Field(256, ge=1)
    """Calls that may wait for a worker; one more is refused."""
    timeout: float = Field(30.0, gt=0)
    """Seconds a call may take; a request may ask for less."""
    requests_per_minute: int = Field(60_000, ge=0)
    """Calls that one source of the bus may make in a minute; 0 for any number."""


class CommandsConfig(_Section):
    """Where Jarvis commands are looked for."""

    paths: tuple[str, ...] = ("~/.local/share/ovos-jarvis/commands",)
    disabled: tuple[str, ...] = ()
    """Names of commands that are not loaded."""
    disabled_patterns: tuple[str, ...] = ()
    """Ids of fast-path patterns that may not claim an utterance."""
    install_missing_packages: bool = False
    """Install the pip packages a command lacks when it is first used."""
    indexes: tuple[str, ...] = (
        "https://api.github.com/search/repositories?q={query}+jarvis-command+in:name,description,topics",
    )
    """Where ``commands search`` looks: files and addresses of JSON lists of packages, ``{query}`` for the words."""


class IsolationConfig(_Section):
    """A process of its own for a toolbox, and what it may use."""

    mode: Literal["process"] = "process"
    memory_mb: int | None = Field(None, ge=64)
    """Megabytes of data that the process may have, the interpreter included."""
    cpu_seconds: int | None = Field(None, ge=1)
    """Seconds of processor time, after which the process is ended and started anew."""
    nice: int = Field(0, ge=0, le=19)
    """How much the process stands back for others."""
    folder: str | None = Field(None, min_length=1)
    """Where the process runs and keeps its temporary files; this process's own where it is not set."""


class AssistantConfig(_Section):
    """Limits and habits of the assistant."""

    max_transcript_chars: int = Field(2000, ge=1)
    max_say_chars: int = Field(240, ge=1)
    max_commands: int = Field(5, ge=1)
    pre_route_timeout: float = Field(0.25, gt=0)
    """Seconds that one command may take to say whether it claims an utterance."""
    pre_route_budget: float = Field(1.0, gt=0)
    """Seconds that all of them may take; those behind are not asked."""
    hook_timeout: float = Field(3.0, gt=0)
    """Seconds that a tool may take to mend the arguments of a planned call, and to check them."""
    requests_per_minute: int = Field(20, ge=1)
    rate_limit_storage: str = "memory://"
    """A ``limits`` storage URI; ``redis://host:port`` shares the count between processes."""
    confirm: Literal["risky", "plural", "always", "never"] = "risky"
    """Which plans ask before they run: those with a call that the policy asks about; also those of more than one
    call; all; none."""
    slow_after: float = Field(2.0, ge=0)
    """Seconds that a tool may take before it is said, once, that it takes longer; 0 for never."""
    slow_words: str = ""
    """What is said then; empty for words of our own, in the language of the request."""
    listen_after: Literal["questions", "wait_for_input"] = "questions"
    """When the microphone opens after a tool's answer: where it ends in a question, or wherever its author says so."""
    forget_after: float = Field(600.0, gt=0)
    """Seconds of silence after which a conversation starts anew."""
    keep_conversations: bool = False
    """Write what a conversation refers to on the disk, so that it goes on after a restart."""
    debug: bool = False


Decides = Literal["ask", "allow", "deny"]


class CallerPolicy(_Section):
    """What one caller may call. A caller is told from others by what its messages say of it, which nobody proves."""

    source: str = "*"
    """``context.source``. In each of the three, ``*`` stands for any characters."""
    session: str = "*"
    site: str = "*"
    """``site_id`` of the session."""
    allow: tuple[str, ...] | None = None
    """Tools that it may call, by name or pattern, with their toolbox before a ``/`` or without; None: all."""
    deny: tuple[str, ...] = ()
    """Tools that it may not call."""
    risky: Literal["allow", "deny"] = "allow"
    """``deny``: a program gets no tool that a user would be asked about."""
    level: int | None = Field(None, ge=0, le=5)
    """What its users count as at most (``auth_level`` of USER-ID-1); 1 where nothing says so."""


class PolicyConfig(_Section):
    """What may run without asking, where that is not left to authors and to the reading of definitions."""

    tools: Mapping[str, Decides] = Field(default_factory=dict)
    """Tool name or pattern, ``TOOLBOX/NAME`` where one of several is meant → what is done. The closest one counts."""
    toolboxes: Mapping[str, Decides] = Field(default_factory=dict)
    """Toolbox id or pattern → what is done with its tools."""
    levels: Mapping[str, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict)
    """Tool, as in ``tools`` → the ``auth_level`` that a session must have for it. The closest one counts."""
    callers: tuple[CallerPolicy, ...] = ()
    """Every entry that fits a caller holds."""


class LlmConfig(_Section):
    """The language model; none is used where ``model`` is not set."""

    engine: str = "llama.cpp"
    """``llama.cpp``, or the id of an OPM chat plugin."""
    model: str | None = None
    prompt_provider: str = "auto"
    n_ctx: int = Field(8192, ge=256)
    tools_tokens: int | None = Field(None, ge=200)
    """Tokens of a prompt up to which it describes all tools; half of ``n_ctx`` where it is not set. Where they need
    more, those are described that the examples find likely for an utterance, and the others named."""
    n_gpu_layers: int = -1
    threads: int | None = Field(None, ge=1)
    """For computing; one for each physical core where it is not set."""
    memory_mb: int | None = Field(None, ge=256)
    """Megabytes of data that the model's process may have: its context and buffers, not the file, which is mapped."""
    nice: int = Field(0, ge=0, le=19)
    """How much the model's process stands back for others."""
    timeout: float = Field(12.0, gt=0)
    """Seconds a request may take before the example translator answers instead."""
    max_tokens: int = Field(350, ge=1)
    temperature: float = Field(0.0, ge=0)
    config: Mapping[str, Any] = Field(default_factory=dict)
    """Handed to the OPM chat plugin that ``engine`` names."""


class AuditConfig(_Section):
    """The record of what ran."""

    enabled: bool = True
    arguments: bool = False
    """Write what tools were called with, too; secrets that are known are left out."""
    exchanges: bool = False
    """Write what was said to the assistant and what it answered, to a file of its own."""
    max_bytes: int = Field(1_000_000, ge=10_000)
    files: int = Field(5, ge=1, le=100)
    """Older files that are kept."""


class AgentsConfig(_Section):
    """What packages do on their own, by a schedule, and the alerts that they raise."""

    enabled: bool = True
    timeout: float = Field(60.0, gt=0)
    """Seconds that one run of an agent may take."""
    disabled: tuple[str, ...] = ()
    """Names of agents that are never run."""
    announce: Literal["never", "important", "always"] = "never"
    """Which alerts are spoken by themselves; the others, when the user asks what is new."""
    quiet_hours: str = Field("22:00-07:00", pattern=r"^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$")
    """When nothing is announced; empty for never."""


class MetricsConfig(_Section):
    """Numbers for a Prometheus server; the ``metrics`` extra has what it takes."""

    port: int | None = Field(None, ge=1, le=65535)
    """Where they are served on loopback; nowhere where it is not set."""


class TlsConfig(_Section):
    """A certificate of the HTTP server's own."""

    cert: str = ""
    """Path of the chain, PEM; empty for plain HTTP."""
    key: str = ""
    """Path of its key, PEM."""


class HttpConfig(_Section):
    """The gateway for programs and people who come by HTTP; the ``http`` extra has what it takes."""

    enabled: bool = False
    host: str = "127.0.0.1"
    port: int = Field(8765, ge=0, le=65535)
    """0 for any that is free."""
    allowed_origins: tuple[str, ...] = ()
    """Origins of pages beside our own that a browser may ask from, such as ``https://app.example``."""
    allowed_hosts: tuple[str, ...] = ()
    """Names beside ``localhost`` under which the server is reached: a proxy's, the machine's on its network."""
    rpm: int = Field(20, ge=1)
    """Requests to the assistant that one user may make in a minute."""
    max_transcript_chars: int = Field(2000, ge=1)
    debug: bool = False
    """Answer with how the words were understood."""
    redis_url: str = ""
    """``redis://host:port``: several processes count one user's requests together."""
    tls: TlsConfig = TlsConfig()


class JarvisConfig(BaseModel):
    """The whole section.

    A key that is no setting of ours but holds an object is kept as the configuration of the toolbox with that
    id, as ``ovos-phal-plugin-tools`` reads it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    enabled: bool = True
    tool_service: Literal["auto", "on", "off"] = "auto"
    """Whether ``ovos.tools.*`` is answered; ``auto`` stands aside where ovos-phal-plugin-tools does."""
    invoke: InvokeConfig = InvokeConfig()
    toolboxes: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)
    """Toolbox id → its configuration; ``enabled: false`` leaves it out."""
    commands: CommandsConfig = CommandsConfig()
    assistant: AssistantConfig = AssistantConfig()
    policy: PolicyConfig = PolicyConfig()
    agents: AgentsConfig = AgentsConfig()
    audit: AuditConfig = AuditConfig()
    llm: LlmConfig = LlmConfig()
    metrics: MetricsConfig = MetricsConfig()
    http: HttpConfig = HttpConfig()

    def toolbox(self, toolbox_id: str) -> dict[str, Any]:
        """The configuration that the toolbox *toolbox_id* is built with."""
        return {
            key: value
            for key, value in self.toolboxes.get(toolbox_id, {}).items()
            if key not in ("isolation", "without")
        }

    def without(self, toolbox_id: str) -> tuple[str, ...]:
        """Names of tools of the toolbox *toolbox_id* that are not served: another's do the same.

        Raises:
            ConfigError: it is no list of names.
        """
        value = self.toolboxes.get(toolbox_id, {}).get("without", ())
        if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
            raise ConfigError(
                f"PHAL.{PLUGIN_ID}.toolboxes.{toolbox_id}.without: must be a list of names of tools, "
                f"got {type(value).__name__}"
            )
        return tuple(value)

    def isolation(self, toolbox_id: str) -> IsolationConfig | None:
        """The process that the toolbox *toolbox_id* has to itself; None where it runs in this one.

        Raises:
            ConfigError: what is set can't be used. The toolbox must not run in this process instead.
        """
        value = self.toolboxes.get(toolbox_id, {}).get("isolation")
        if value is None:
            return None
        where = f"toolboxes.{toolbox_id}.isolation"
        if toolbox_id == COMMANDS_TOOLBOX:
            raise ConfigError(
                f"PHAL.{PLUGIN_ID}.{where}: Jarvis commands share the stores of the service and run in its process; "
                "isolation is for toolboxes that packages declare under opm.agents.toolbox"
            )
        try:
            isolation = IsolationConfig.model_validate({"mode": value} if isinstance(value, str) else value)
        except ValidationError as error:
            raise ConfigError("; ".join(_explain(found, where) for found in error.errors())) from None
        if isolation.folder is not None:
            folder = Path(isolation.folder).expanduser().resolve()
            for other, settings in self.toolboxes.items():
                if other != toolbox_id and _isolation_folder(settings) == folder:
                    raise ConfigError(
                        f"PHAL.{PLUGIN_ID}.{where}.folder: '{other}' has the same folder {folder}; "
                        "each toolbox needs one of its own"
                    )
        return isolation


def load_config(section: Any) -> JarvisConfig:
    """The section of mycroft.conf as a value.

    Args:
        section: what mycroft.conf holds under ``PHAL → ovos-phal-plugin-jarvis``; None counts as ``{}``.

    Raises:
        ConfigError: naming every key that is unknown or holds the wrong type, and what was expected there.
    """
    config, problems = load_usable_config(section)
    if problems:
        raise ConfigError("; ".join(problems))
    return config


def load_usable_config(section: Any) -> tuple[JarvisConfig, list[str]]:
    """The section with whatever is wrong in it left at its default: a typo must not silence the assistant.

    Args:
        section: as for ``load_config``.

    Returns:
        The configuration, and one message for each key that was ignored.
    """
    if section is None:
        section = {}
    if not isinstance(section, Mapping):
        return JarvisConfig(), [f"PHAL.{PLUGIN_ID}: expected an object with settings, got {type(section).__name__}"]
    known = JarvisConfig.model_fields
    # ovos-phal-plugin-tools keeps a toolbox's configuration directly under the plugin's section.
    legacy = {key: value for key, value in section.items() if key not in known and isinstance(value, Mapping)}
    settings: Any = {key: value for key, value in section.items() if key not in legacy}
    problems: list[str] = []
    while True:
        try:
            config = JarvisConfig.model_validate(settings)
            break
        except ValidationError as error:
            for found in error.errors():
                problems.append(_explain(found))
                settings = _without(settings, found["loc"])
    if legacy:
        config = config.model_copy(update={"toolboxes": {**legacy, **config.toolboxes}})
    for toolbox_id in config.toolboxes:
        try:
            config.isolation(toolbox_id)
            config.without(toolbox_id)
        except ConfigError as error:
            problems.append(str(error))
    return config, problems


OPENAI_PLUGIN = "ovos-chat-openai-plugin"
OPENAI_URL = "https://api.openai.com/v1"
OPENAI_MODEL = "gpt-4o-mini"


def with_environment(config: JarvisConfig, environment: Mapping[str, str]) -> JarvisConfig:
    """*config* with what the environment variables of the AI-commands guide say, where HTTP is served; they win.

    Args:
        config: the plugin's section.
        environment: ``os.environ``.

    Raises:
        ConfigError: one of them holds no number where it must.
    """
    if not config.http.enabled:
        return config

    def number(name: str) -> int | None:
        text = environment.get(name, "").strip()
        if not text:
            return None
        if not text.isascii() or not text.isdigit() or not int(text[:9]):
            raise ConfigError(f"the environment variable {name} must be a whole number above 0, got {text!r:.40}")
        return int(text[:9])

    http: dict[str, Any] = {}
    origins = [origin.strip() for origin in environment.get("ASSISTANT_ALLOWED_ORIGINS", "").split(",")]
    if any(origins):
        http["allowed_origins"] = tuple(filter(None, origins))
    for name, key in (("ASSISTANT_RPM", "rpm"), ("ASSISTANT_MAX_TRANSCRIPT_CHARS", "max_transcript_chars")):
        value = number(name)
        if value is not None:
            http[key] = value
    debug = environment.get("ASSISTANT_DEBUG", "").strip().lower()
    if debug:
        http["debug"] = debug in ("1", "true", "yes", "on")
    served = config.http.model_copy(update=http)
    room = max(config.assistant.max_transcript_chars, served.max_transcript_chars)
    llm, milliseconds = config.llm, number("ASSISTANT_OPENAI_TIMEOUT_MS")
    if environment.get("OPENAI_API_KEY") and llm == LlmConfig():
        plugin = {
            "key": environment["OPENAI_API_KEY"],
            "api_url": environment.get("OPENAI_BASE_URL") or OPENAI_URL,
            "model": environment.get("OPENAI_MODEL") or OPENAI_MODEL,
            "enable_memory": False,
        }
        seconds = llm.timeout if milliseconds is None else milliseconds / 1000
        llm = llm.model_copy(update={"engine": OPENAI_PLUGIN, "config": plugin, "timeout": seconds})
    assistant = config.assistant.model_copy(update={"max_transcript_chars": room})
    return config.model_copy(update={"http": served, "assistant": assistant, "llm": llm})


def device_language() -> str:
    """The device's language as mycroft.conf has it, a BCP-47 tag in lower case."""
    from ovos_config import Configuration  # it logs as it is imported, which the command line has to be ready for

    return str(Configuration().get("lang") or "en-us").lower()


def usable_everywhere(config: JarvisConfig) -> JarvisConfig:
    """*config* with those settings at their defaults that depend on what is installed: the rate limit's storage, the
    language model."""
    default = JarvisConfig()
    storage = {"rate_limit_storage": default.assistant.rate_limit_storage}
    return config.model_copy(update={"assistant": config.assistant.model_copy(update=storage), "llm": default.llm})


def _without(settings: Any, path: tuple[Any, ...]) -> Any:
    """A copy of *settings* without the member at *path*; a list that holds it goes as a whole."""
    if not isinstance(settings, Mapping) or path[0] not in settings:
        return settings
    rest = {key: value for key, value in settings.items() if key != path[0]}
    inner = settings[path[0]]
    if len(path) == 1 or not isinstance(inner, Mapping):
        return rest
    return {**rest, path[0]: _without(inner, path[1:])}


def _isolation_folder(settings: Mapping[str, Any]) -> Path | None:
    isolation = settings.get("isolation")
    folder = isolation.get("folder") if isinstance(isolation, Mapping) else None
    return Path(folder).expanduser().resolve() if isinstance(folder, str) and folder else None


def _explain(error: Any, where: str = "") -> str:
    key = ".".join(str(part) for part in ((where,) if where else ()) + tuple(error["loc"]))
    if error["type"] == "extra_forbidden":
        return f"PHAL.{PLUGIN_ID}.{key}: no such setting (docs/configuration.md lists them)"
    return f"PHAL.{PLUGIN_ID}.{key}: {error['msg']}, got {error['input']!r:.60}"
