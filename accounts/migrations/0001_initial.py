import core.database.folding
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('email', models.EmailField(error_messages={'unique': 'An account with this email already exists.'}, max_length=254, unique=True)),
                ('name', models.CharField(blank=True, max_length=100)),
                ('photo', models.CharField(blank=True, help_text="An https address, or one of this site's pictures.", max_length=2000)),
                ('bio', models.TextField(blank=True, help_text='Shown for instructors.', max_length=2000)),
                ('phone', models.CharField(blank=True, db_default='', default='', max_length=30)),
                ('address', models.CharField(blank=True, db_default='', default='', max_length=300)),
                ('note', models.TextField(blank=True, db_default='', default='', help_text='Of the office; the family can download it.', max_length=2000)),
                ('returning_until', models.DateField(blank=True, help_text='The last day on which an imported family counts as a returning one.', null=True)),
                ('role', models.CharField(choices=[('student', 'Student'), ('instructor', 'Instructor'), ('admin', 'Admin')], default='student', max_length=10)),
                ('firebase_uid', models.CharField(blank=True, help_text='The id of the identity at the identity provider.', max_length=128, null=True, unique=True, verbose_name='login at Firebase')),
                ('email_verified', models.BooleanField(default=False, help_text='As of the last login.')),
                ('email_first_verified_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('token_version', models.PositiveIntegerField(default=0, help_text='Each time ended all earlier logins.', verbose_name='times logged out everywhere')),
                ('is_active', models.BooleanField(default=True, help_text='Uncheck it to lock the user out right away.')),
                ('profile_completed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, help_text='When the account was deleted and anonymized.', null=True)),
                ('wants_reminders', models.BooleanField(default=True, help_text='Gets an e-mail some days before a class starts, and before a season opens.')),
                ('alerts', models.CharField(choices=[('at_once', 'At Once'), ('daily', 'Daily'), ('off', 'Off')], db_default='daily', default='daily', help_text='When an admin gets e-mails about what needs a decision.', max_length=10)),
                ('calendar_token', models.CharField(blank=True, editable=False, help_text="The secret of the calendar's URL.", max_length=64, null=True, unique=True)),
                ('identity_deleted_at', models.DateTimeField(blank=True, editable=False, help_text='When the identity was deleted at the provider.', null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['role', 'name'], name='user_by_role'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector(core.database.folding.Fold('name', '@._-+/~<>&:'), core.database.folding.Fold('name', "@._-+/~<>&:'‘’ʻʼ`´"), core.database.folding.Fold(models.Func(models.F('email'), models.Value('^.*@no-email.invalid$'), models.Value(''), models.Value(''), function='regexp_replace', output_field=models.TextField()), '@._-+/~<>&:'), core.database.folding.Fold(models.Func(models.F('email'), models.Value('^.*@no-email.invalid$'), models.Value(''), models.Value(''), function='regexp_replace', output_field=models.TextField()), "@._-+/~<>&:'‘’ʻʼ`´"), config='simple'), name='user_by_words'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector(models.Func(models.F('phone'), models.Value('[xX#eE].*$|[^0-9]'), models.Value(''), models.Value('g'), function='regexp_replace', output_field=models.TextField()), django.db.models.functions.text.Right(models.Func(models.F('phone'), models.Value('[xX#eE].*$|[^0-9]'), models.Value(''), models.Value('g'), function='regexp_replace', output_field=models.TextField()), 10), django.db.models.functions.text.Right(models.Func(models.F('phone'), models.Value('[xX#eE].*$|[^0-9]'), models.Value(''), models.Value('g'), function='regexp_replace', output_field=models.TextField()), 7), django.db.models.functions.text.Right(models.Func(models.F('phone'), models.Value('[xX#eE].*$|[^0-9]'), models.Value(''), models.Value('g'), function='regexp_replace', output_field=models.TextField()), 4), config='simple'), condition=models.Q(('phone__gt', '')), name='user_by_phone'), models.Index(fields=['joined_at'], name='user_by_joined_at'), models.Index(condition=models.Q(('email_verified', False)), fields=['-id'], name='user_unverified'), models.Index(condition=models.Q(('is_active', False)), fields=['-id'], name='user_inactive')],
                'constraints': [models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='user_email_is_lower_case'), models.CheckConstraint(condition=models.Q(('role__in', ['student', 'instructor', 'admin'])), name='user_role_is_valid'), models.CheckConstraint(condition=models.Q(('deleted_at__isnull', True), models.Q(('address', ''), ('bio', ''), ('calendar_token', None), ('email_verified', False), ('is_active', False), ('name', 'Deleted account'), ('note', ''), ('phone', ''), ('photo', ''), ('role', 'student')), _connector='OR'), name='user_deleted_is_anonymized')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalChild',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('born_on', models.DateField(blank=True, null=True)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, help_text='When the child was deleted and anonymized.', null=True)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('guardian', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical child',
                'verbose_name_plural': 'historical children',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalUser',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('email', models.EmailField(db_index=True, error_messages={'unique': 'An account with this email already exists.'}, max_length=254)),
                ('name', models.CharField(blank=True, max_length=100)),
                ('photo', models.CharField(blank=True, help_text="An https address, or one of this site's pictures.", max_length=2000)),
                ('bio', models.TextField(blank=True, help_text='Shown for instructors.', max_length=2000)),
                ('role', models.CharField(choices=[('student', 'Student'), ('instructor', 'Instructor'), ('admin', 'Admin')], default='student', max_length=10)),
                ('firebase_uid', models.CharField(blank=True, db_index=True, help_text='The id of the identity at the identity provider.', max_length=128, null=True, verbose_name='login at Firebase')),
                ('email_verified', models.BooleanField(default=False, help_text='As of the last login.')),
                ('email_first_verified_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('is_active', models.BooleanField(default=True, help_text='Uncheck it to lock the user out right away.')),
                ('profile_completed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, help_text='When the account was deleted and anonymized.', null=True)),
                ('wants_reminders', models.BooleanField(default=True, help_text='Gets an e-mail some days before a class starts, and before a season opens.')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical user',
                'verbose_name_plural': 'historical users',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Child',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('born_on', models.DateField(blank=True, null=True)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, help_text='When the child was deleted and anonymized.', null=True)),
                ('guardian', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='children', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'children',
                'indexes': [django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector(core.database.folding.Fold('name', '@._-+/~<>&:'), core.database.folding.Fold('name', "@._-+/~<>&:'‘’ʻʼ`´"), config='simple'), name='child_by_words')],
                'constraints': [models.UniqueConstraint(models.F('guardian'), django.db.models.functions.text.Lower('name'), models.F('born_on'), condition=models.Q(('deleted_at__isnull', True)), name='child_once', nulls_distinct=False), models.UniqueConstraint(fields=('id', 'guardian'), name='child_and_guardian'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='child_has_a_name'), models.CheckConstraint(condition=models.Q(('deleted_at__isnull', True), models.Q(('born_on', None), ('name', 'Deleted child')), _connector='OR'), name='child_deleted_is_anonymized')],
            },
        ),
        migrations.CreateModel(
            name='Guardianship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, help_text='The address that was invited; removed at the end.', max_length=254)),
                ('care', models.BooleanField(default=False, help_text='Also sees the care sheet, contacts and agreements.')),
                ('invited_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('token_hash', models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True)),
                ('sent_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('accepted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('frozen_at', models.DateTimeField(blank=True, editable=False, help_text='When the school has stopped it.', null=True)),
                ('note', models.CharField(blank=True, help_text='Of the office, such as an order of a court.', max_length=300)),
                ('ended_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('child', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='guardianships', to='accounts.child')),
                ('invited_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='guardianships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector(core.database.folding.Fold('email', '@._-+/~<>&:'), core.database.folding.Fold('email', "@._-+/~<>&:'‘’ʻʼ`´"), config='simple'), condition=models.Q(('accepted_at', None)), name='guardianship_by_words')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None), models.Q(('email', ''), _negated=True)), fields=('child', 'email'), name='guardian_invited_once'), models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('child', 'user'), name='guardian_accepts_once'), models.CheckConstraint(condition=models.Q(models.Q(('accepted_at', None), ('user', None)), models.Q(('accepted_at__isnull', False), ('user__isnull', False)), _connector='OR'), name='guardian_accepted_by_somebody'), models.CheckConstraint(condition=models.Q(('ended_at', None), models.Q(('email', ''), ('note', '')), _connector='OR'), name='guardian_ended_has_no_address')],
            },
        ),
    ]
