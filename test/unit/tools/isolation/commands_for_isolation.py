"""A toolbox of Jarvis commands, which can't be isolated."""

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.sdk import CommandResponse, IJarvisCommand


class Hello(IJarvisCommand):
    command_name = "hello"
    description = "Says hello."
    keywords = ["hello"]
    parameters: list = []
    required_secrets: list = []

    def generate_prompt_examples(self):
        return []

    def generate_adapter_examples(self):
        return []

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response()


class Commands(CommandToolBox):
    def __init__(self, config=None, bus=None):
        super().__init__("c", [Hello()], config, bus)
