"""Whatever is asked, the answer is what OpenAPI promises, and never a crash."""

from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.openapi.checks import response_schema_conformance, status_code_conformance
from tests.server.running import quick

from tourelle.server.app import create_app

CHECKS = (not_a_server_error, status_code_conformance, response_schema_conformance)


def make(folder: Path) -> schemathesis.schemas.BaseSchema:
    app = create_app(quick(folder, warm=False))
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)
