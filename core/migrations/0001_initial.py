"""The table of request counts. It is unlogged: losing a count in a crash costs nothing, and writes are cheaper."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="RequestCount",
            fields=[
                ("key", models.CharField(max_length=300, primary_key=True, serialize=False)),
                ("window_begin", models.BigIntegerField(help_text="Seconds since 1970.")),
                ("count", models.PositiveIntegerField()),
            ],
        ),
        migrations.RunSQL(
            "ALTER TABLE core_requestcount SET UNLOGGED",
            "ALTER TABLE core_requestcount SET LOGGED",
        ),
    ]
