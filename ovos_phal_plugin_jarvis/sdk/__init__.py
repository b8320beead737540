"""What a command author imports.

Published packages say ``jarvis_command_sdk`` (or, the older ones, ``core.…``); while they are loaded, those
names mean the modules here.
"""

from ovos_phal_plugin_jarvis.sdk.agent import AgentSchedule, Alert, IJarvisAgent
from ovos_phal_plugin_jarvis.sdk.auth import AuthStatus, MissingSecretsError, TokenBundle
from ovos_phal_plugin_jarvis.sdk.authentication import AuthenticationConfig
from ovos_phal_plugin_jarvis.sdk.base import JarvisCommandBase
from ovos_phal_plugin_jarvis.sdk.bluetooth_audio import BluetoothAudio, BluetoothSinkInfo
from ovos_phal_plugin_jarvis.sdk.button import IJarvisButton
from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation, cancellation, cancelled
from ovos_phal_plugin_jarvis.sdk.color import NAMED_COLORS, Color, resolve_color
from ovos_phal_plugin_jarvis.sdk.command import IJarvisCommand
from ovos_phal_plugin_jarvis.sdk.context import (
    get_current_user_id,
    get_home_context,
    home_location,
    set_current_user_id,
    set_home_context,
)
from ovos_phal_plugin_jarvis.sdk.context_provider import ContextOperation, ContextResult, IJarvisContextProvider
from ovos_phal_plugin_jarvis.sdk.date_keys import ALL_DATE_KEYS, DateKeys
from ovos_phal_plugin_jarvis.sdk.declared import NotMeant, Tool, ToolRefused, fast_path, tool
from ovos_phal_plugin_jarvis.sdk.device_manager import DeviceManagerDevice, IJarvisDeviceManager
from ovos_phal_plugin_jarvis.sdk.device_protocol import (
    DeviceControlResult,
    DiscoveredDevice,
    IJarvisDeviceProtocol,
    InputRequest,
)
from ovos_phal_plugin_jarvis.sdk.examples import (
    CommandAntipattern,
    CommandExample,
    FastPathPattern,
    PreRouteResult,
    callback,
    examples_in,
)
from ovos_phal_plugin_jarvis.sdk.field_spec import FieldSpec
from ovos_phal_plugin_jarvis.sdk.forge import generate_spec, generate_spec_markdown
from ovos_phal_plugin_jarvis.sdk.geocoding import GeocodingHelper, GeocodingResult
from ovos_phal_plugin_jarvis.sdk.inbox import InboxBackend, JarvisInbox, get_inbox_backend, set_inbox_backend
from ovos_phal_plugin_jarvis.sdk.interactive import (
    InteractiveAction,
    InteractiveList,
    InteractiveRow,
    InteractiveRowAction,
    InteractiveSection,
    RequiresRecordField,
)
from ovos_phal_plugin_jarvis.sdk.package import JarvisPackage
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter, JarvisParameter
from ovos_phal_plugin_jarvis.sdk.process import process_alive
from ovos_phal_plugin_jarvis.sdk.progress import tell_progress
from ovos_phal_plugin_jarvis.sdk.prompt_provider import IJarvisPromptProvider
from ovos_phal_plugin_jarvis.sdk.proposable import BlastTier, ProposableAction
from ovos_phal_plugin_jarvis.sdk.record_summary import DataBrowserMode, RecordSummary
from ovos_phal_plugin_jarvis.sdk.request import RequestInformation
from ovos_phal_plugin_jarvis.sdk.response import CommandResponse, ReferenceableItem
from ovos_phal_plugin_jarvis.sdk.secret import IJarvisSecret, JarvisSecret
from ovos_phal_plugin_jarvis.sdk.settings import UserSettings
from ovos_phal_plugin_jarvis.sdk.signals import JarvisSignals, SignalsBackend, get_signals_backend, set_signals_backend
from ovos_phal_plugin_jarvis.sdk.signature import Param
from ovos_phal_plugin_jarvis.sdk.storage import JarvisStorage, StorageBackend, get_backend, set_backend
from ovos_phal_plugin_jarvis.sdk.validation import ValidationResult

__all__ = [
    "ALL_DATE_KEYS",
    "NAMED_COLORS",
    "AgentSchedule",
    "Alert",
    "AuthStatus",
    "AuthenticationConfig",
    "BlastTier",
    "BluetoothAudio",
    "BluetoothSinkInfo",
    "Cancellation",
    "Color",
    "CommandAntipattern",
    "CommandExample",
    "CommandResponse",
    "ContextOperation",
    "ContextResult",
    "DataBrowserMode",
    "DateKeys",
    "DeviceControlResult",
    "DeviceManagerDevice",
    "DiscoveredDevice",
    "FastPathPattern",
    "FieldSpec",
    "GeocodingHelper",
    "GeocodingResult",
    "IJarvisAgent",
    "IJarvisButton",
    "IJarvisCommand",
    "IJarvisContextProvider",
    "IJarvisDeviceManager",
    "IJarvisDeviceProtocol",
    "IJarvisParameter",
    "IJarvisPromptProvider",
    "IJarvisSecret",
    "InboxBackend",
    "InputRequest",
    "InteractiveAction",
    "InteractiveList",
    "InteractiveRow",
    "InteractiveRowAction",
    "InteractiveSection",
    "JarvisCommandBase",
    "JarvisInbox",
    "JarvisPackage",
    "JarvisParameter",
    "JarvisSecret",
    "JarvisSignals",
    "JarvisStorage",
    "MissingSecretsError",
    "Param",
    "PreRouteResult",
    "ProposableAction",
    "RecordSummary",
    "ReferenceableItem",
    "RequestInformation",
    "RequiresRecordField",
    "SignalsBackend",
    "StorageBackend",
    "TokenBundle",
    "Tool",
    "NotMeant",
    "ToolRefused",
    "UserSettings",
    "ValidationResult",
    "callback",
    "examples_in",
    "cancellation",
    "cancelled",
    "generate_spec",
    "generate_spec_markdown",
    "fast_path",
    "get_backend",
    "get_current_user_id",
    "get_home_context",
    "get_inbox_backend",
    "get_signals_backend",
    "home_location",
    "process_alive",
    "resolve_color",
    "set_backend",
    "set_current_user_id",
    "set_home_context",
    "set_inbox_backend",
    "set_signals_backend",
    "tell_progress",
    "tool",
]
