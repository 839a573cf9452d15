"""A connection without the site's session settings is refused. With a real PgBouncer: standins/production/tests."""

import pytest
from django.db import OperationalError, connection, connections, transaction

from core.database import sessions
from core.database.sessions import SessionSettingsMissing, connect_directly, direct_alias

pytestmark = pytest.mark.django_db
DROPPED = ""


@pytest.fixture
def connect():
    """Opens another connection to the test database, with these options; returns Django's wrapper of it."""
    opened = []

    def connect(options):
        other = connections.create_connection("default")
        other.settings_dict = connection.settings_dict | {
            "OPTIONS": connection.settings_dict["OPTIONS"] | {"options": options}
        }
        opened.append(other)
        other.ensure_connection()
        return other

    connect.opened = opened
    yield connect
    for each in opened:
        each.close()


def options(settings, **changes):
    return " ".join(f"-c {name}={value}" for name, value in (settings.SESSION_SETTINGS | changes).items())


def test_it_accepts_a_connection_with_the_settings(connect, settings):
    with connect(options(settings)).cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == (settings.SESSION_SETTINGS["lock_timeout"],)


def test_it_asks_once_for_each_connection(connect, settings, monkeypatch):
    asked, compare = [], sessions._compare_session_settings

    def counted(session):
        asked.append(session)
        compare(session)

    monkeypatch.setattr(sessions, "_compare_session_settings", counted)
    other = connect(options(settings))
    for _ in range(3):
        with other.cursor() as cursor:
            cursor.execute("SELECT 1")
    assert asked == [other.connection]


def test_it_refuses_a_connection_whose_options_were_dropped(connect, settings, caplog):
    with pytest.raises(SessionSettingsMissing) as error:
        connect(DROPPED)
    for name, value in settings.SESSION_SETTINGS.items():
        assert f"ALTER ROLE postgres SET {name} = '{value}';" in str(error.value)
    assert str(error.value) in caplog.text


def test_it_names_the_role_that_the_server_knows(connect, settings):
    """A pooler can log in as another role than the site; ALTER ROLE needs quotes around some names."""
    session = connect(options(settings)).connection
    with session.transaction(force_rollback=True):
        session.execute('CREATE ROLE "camp-app"')
        session.execute('SET LOCAL SESSION AUTHORIZATION "camp-app"')
        session.execute("SET LOCAL lock_timeout = 0")
        with pytest.raises(SessionSettingsMissing, match='ALTER ROLE "camp-app" SET lock_timeout'):
            sessions._compare_session_settings(session)


@pytest.mark.parametrize("name", ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"])
@pytest.mark.parametrize("value", ["0", "1h"])
def test_it_refuses_another_value_of_one_setting(connect, settings, name, value):
    with pytest.raises(SessionSettingsMissing) as error:
        connect(options(settings, **{name: value}))
    assert str(error.value).count("ALTER ROLE") == 1
    assert f"{name} is {value}." in str(error.value)


def test_it_refuses_again_at_the_next_use(connect):
    """Django must not go on with the refused connection."""
    with pytest.raises(SessionSettingsMissing):
        connect(DROPPED)
    (refused,) = connect.opened
    assert refused.connection is None
    with pytest.raises(SessionSettingsMissing), transaction.atomic(), refused.cursor() as cursor:
        cursor.execute("SELECT 1")


def test_it_raises_an_operational_error():
    """Therefore the API returns 503, as during an outage."""
    assert issubclass(SessionSettingsMissing, OperationalError)


def test_it_uses_the_default_connection_without_a_direct_url():
    before = connections["default"]
    connect_directly()
    assert direct_alias() == "default"
    assert connections["default"] is before
