from django.db import migrations, models

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
        migrations.RunSQL(
            "ALTER TABLE core_requestcount SET UNLOGGED", "ALTER TABLE core_requestcount SET LOGGED"
        ),
    ]
