"""A service that runs while this process holds the claim, and stands by while another one does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.foreign_text import error_text
from ovos_phal_plugin_jarvis.runtime.claim import Claim
from ovos_phal_plugin_jarvis.runtime.service import Service

FOLDER_LOOK_SECONDS = 1.0
"""Between looks at a data folder that another process owns: the kernel tells at once when it has died."""
BUS_LOOK_SECONDS = 5.0
"""Between questions to who serves the bus."""
BUS_PATIENCE = 3.0
"""Seconds that one has to answer such a question before it counts as gone."""
SETTLED_SECONDS = 5.0
"""That the bus has to have been there: after an outage everyone needs a moment to be back."""
FOLDER_PATIENCE = 0.5


class Serving:
    """Owns the end of the bus, the claim, the service, and a thread while it stands by."""

    def __init__(
        self,
        bus: Any,
        make: Callable[[BusLink, Claim], Service],
        program: str,
        *,
        folder: Path | None = None,
        on_change: Callable[[Service | None], None] = lambda service: None,
        before_look: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Args:
            bus: a messagebus client that runs.
            make: makes the service, once the claim is ours.
            program: what this process is, for people.
            folder: the data folder; None is the device's.
            on_change: told of a service that began after standing by, and with None of one that stepped aside.
            before_look: called each time before a standby looks whether it may serve.
        """
        self._make = make
        self._on_change = on_change
        self._before_look = before_look
        self._ending = False
        self._thread: threading.Thread | None = None
        self._thread_lock = threading.Lock()
        self.service: Service | None = None
        """What serves; None while another process does."""
        self._link = BusLink(bus)
        self.claim = Claim(self._link, program, self._lost, folder)

    def start(self) -> None:
        """Serve, or stand by where another one serves. Raises what making the service raises."""
        if self.claim.take():
            try:
                self._begin()
            except BaseException:
                self.shutdown()
                raise
            if self.claim.held:
                return
        else:
            LOG.warning(
                f"{self._whose()} is served by {self.claim.rival}; "
                "this process answers nothing, and takes over when that one goes away"
            )
        self._stand_by()

    def shutdown(self) -> None:
        """End the service or the waiting, and let go of the claim."""
        self._ending = True
        self.claim.released.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(10)
        self._end()
        self.claim.close()
        self._link.close()

    def _whose(self) -> str:
        return "this data folder" if self.claim.by_folder else "this messagebus"

    def _begin(self) -> None:
        try:
            self.service = self._make(self._link, self.claim)
        except BaseException:
            self.claim.release()
            raise
        self.claim.ready = True

    def _end(self) -> None:
        service, self.service = self.service, None
        if service is not None:
            service.shutdown()

    def _lost(self) -> None:
        self._stand_by()

    def _stand_by(self) -> None:
        with self._thread_lock:
            if self._ending or (self._thread is not None and self._thread.is_alive()):
                return
            self._thread = threading.Thread(target=self._watch, name="jarvis-standby", daemon=True)
            self._thread.start()

    def _watch(self) -> None:
        while not self._ending:
            if self.service is not None and not self.claim.held:
                LOG.warning(f"{self._whose()} was served by {self.claim.rival} before; this process steps aside")
                self._end()
                self.claim.release()
                self._on_change(None)
            if self._ending or self._may_serve():
                break
            self.claim.released.wait(FOLDER_LOOK_SECONDS if self.claim.by_folder else BUS_LOOK_SECONDS)
        if self._ending or not self.claim.held:
            return
        LOG.warning("the service that ran has gone; this process serves now")
        try:
            self._begin()
        except Exception as error:  # noqa: BLE001 - a configuration that can't be used, or a machine that can't go on
            LOG.error(f"this process could not take over: {error_text(error)}")
            return
        self._on_change(self.service)

    def _may_serve(self) -> bool:
        self._before_look()
        if self.claim.by_folder:
            return self.claim.take(FOLDER_PATIENCE)
        if self.claim.released.is_set():
            return self.claim.take()
        return self.claim.connected_for >= SETTLED_SECONDS and self.claim.take(BUS_PATIENCE)
