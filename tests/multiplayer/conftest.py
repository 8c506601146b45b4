"""Fixtures of the tests about tables of several devices."""

import pytest
from notice_table import table_with_service
from push_service import PushService


@pytest.fixture
def table():
    return table_with_service()


@pytest.fixture
def service():
    return PushService()
