import django.contrib.postgres.fields
from django.db import migrations, models

import core.models

# Losing a request count in a crash costs nothing, and writes to an unlogged table are cheaper.


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='RequestCount',
            fields=[
                ('key', models.CharField(max_length=300, primary_key=True, serialize=False)),
                ('window_begin', models.BigIntegerField(help_text='Seconds since 1970.')),
                ('count', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='WorkerTask',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='SiteProblem',
            fields=[
                ('what', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('todo', models.TextField()),
                ('since', models.DateTimeField()),
                ('told_at', models.DateTimeField(blank=True, help_text='When the admins were told.', null=True)),
            ],
        ),
        migrations.CreateModel(
            name='School',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('legal_name', models.CharField(blank=True, help_text='On receipts and tax statements.', max_length=200)),
                ('tax_id', models.CharField(blank=True, help_text='On receipts and tax statements.', max_length=30)),
                ('address', models.CharField(blank=True, max_length=200)),
                ('phone', models.CharField(blank=True, max_length=30)),
                ('email', models.EmailField(blank=True, help_text="Gets the replies to the site's e-mails.", max_length=254)),
                ('requires', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=50), blank=True, default=core.models.usual_paperwork, help_text='The paperwork of each child.', size=None)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='school_is_one_row')],
            },
        ),
        migrations.RunSQL(
            "ALTER TABLE core_requestcount SET UNLOGGED", "ALTER TABLE core_requestcount SET LOGGED"
        ),
    ]
