import classes.models.season
import core.database.folding
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.validators
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import simple_history.models
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

# Django cannot declare a foreign key of two columns. This one refuses another user's child; a row without a child
# satisfies it.
OWN_CHILD = """
ALTER TABLE classes_{table} ADD CONSTRAINT {table}_of_own_child
FOREIGN KEY (child_id, student_id) REFERENCES accounts_child (id, guardian_id)
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Craft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True)),
                ('slug', models.SlugField(help_text='Its name in addresses and files.', max_length=40, unique=True)),
                ('position', models.PositiveSmallIntegerField(default=0, help_text='Its position in lists; the lowest is the first.')),
            ],
            options={
                'ordering': ('position', 'id'),
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True, validators=[classes.models.season.validate_season_name])),
                ('slug', models.SlugField(help_text='Its name in addresses and files.', max_length=60, unique=True)),
                ('starts_on', models.DateField(help_text="In the camp's time zone.", validators=[classes.models.season.validate_year])),
                ('ends_on', models.DateField(help_text="In the camp's time zone.", validators=[classes.models.season.validate_year])),
                ('opens_at', models.DateTimeField(blank=True, help_text='When everybody can book. Empty: announced, not bookable.', null=True, validators=[classes.models.season.validate_year])),
                ('returning_opens_at', models.DateTimeField(blank=True, help_text='When families with a seat in an earlier season can book.', null=True, validators=[classes.models.season.validate_year])),
                ('sibling_percent', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Off the price for every child of a family beyond the first.', validators=[django.core.validators.MaxValueValidator(50)])),
            ],
            options={
                'ordering': ('-starts_on', '-id'),
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='season_has_a_name'), models.CheckConstraint(condition=models.Q(('starts_on__lte', models.F('ends_on'))), name='season_days_in_order', violation_error_message='The first day must not be after the last one.'), models.CheckConstraint(condition=models.Q(('returning_opens_at__isnull', True), models.Q(('opens_at__isnull', False), ('returning_opens_at__lt', models.F('opens_at'))), _connector='OR'), name='season_openings_in_order', violation_error_message="Returning families' registration must open before everybody's.")],
            },
        ),
        migrations.CreateModel(
            name='Voucher',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(help_text="Capitals don't matter.", max_length=40, validators=[django.core.validators.RegexValidator('\\A[A-Za-z0-9_-]+\\Z', 'Please use letters, digits, - and _ only.')])),
                ('percent', models.PositiveSmallIntegerField(blank=True, help_text='Off each seat that it is for.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)])),
                ('amount', models.DecimalField(blank=True, decimal_places=2, help_text='US dollars off an order.', max_digits=7, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                ('max_uses', models.PositiveIntegerField(blank=True, help_text='Orders in total. Empty: any number.', null=True)),
                ('per_account', models.PositiveSmallIntegerField(default=1, help_text='Orders of one account.', validators=[django.core.validators.MinValueValidator(1)])),
                ('starts_at', models.DateTimeField(blank=True, null=True, validators=[classes.models.season.validate_year])),
                ('ends_at', models.DateTimeField(blank=True, null=True, validators=[classes.models.season.validate_year])),
                ('note', models.CharField(blank=True, help_text="For the office; families don't see it.", max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('canceled_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('account', models.ForeignKey(blank=True, help_text='Who can use it. Empty: everybody.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='vouchers', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(blank=True, help_text='Empty: for all classes.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='classes.season')),
            ],
            options={
                'ordering': ('-id',),
            },
        ),
        migrations.CreateModel(
            name='CampClass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('description', models.TextField(blank=True, max_length=2000)),
                ('image', models.CharField(blank=True, help_text="An https address, or one of this site's pictures.", max_length=2000)),
                ('price', models.DecimalField(decimal_places=2, help_text='US dollars; 0 is free.', max_digits=7)),
                ('early_price', models.DecimalField(blank=True, decimal_places=2, help_text='US dollars, until its last day.', max_digits=7, null=True)),
                ('early_until', models.DateField(blank=True, help_text="In the camp's time zone.", null=True, verbose_name='last day of the early price')),
                ('capacity', models.PositiveIntegerField(help_text='Seats in total, including the ones that are taken.')),
                ('status', models.CharField(choices=[('Pending', 'Pending'), ('Approved', 'Approved'), ('Denied', 'Denied')], default='Pending', max_length=10)),
                ('feedback', models.TextField(blank=True, help_text='Why the class was denied.', max_length=2000)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('min_seats', models.PositiveIntegerField(blank=True, help_text='Seats that must be sold for the class to take place.', null=True)),
                ('place', models.CharField(blank=True, max_length=100)),
                ('bring', models.TextField(blank=True, help_text='What students bring.', max_length=500)),
                ('age_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('age_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, editable=False, help_text='When its last lesson ended.', null=True)),
                ('lessons_removed_at', models.DateTimeField(blank=True, editable=False, help_text='When its last lesson was removed. No seat is sold until it has a new one.', null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, editable=False, help_text='When the school canceled it after its approval, for good.', null=True)),
                ('withdrawn_reason', models.TextField(blank=True, editable=False, max_length=2000)),
                ('instructor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='classes_taught', to=settings.AUTH_USER_MODEL)),
                ('craft', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='classes', to='classes.craft')),
                ('season', models.ForeignKey(blank=True, help_text='Empty: open once approved.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='classes', to='classes.season')),
                ('copied_from', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='classes.campclass')),
            ],
            options={
                'verbose_name': 'class',
                'verbose_name_plural': 'classes',
            },
        ),
        migrations.CreateModel(
            name='ScheduledClass',
            fields=[
            ],
            options={
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('classes.campclass',),
        ),
        migrations.CreateModel(
            name='ShownClass',
            fields=[
            ],
            options={
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('classes.scheduledclass',),
        ),
        migrations.CreateModel(
            name='EnrolledClass',
            fields=[
            ],
            options={
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('classes.shownclass',),
        ),
        migrations.CreateModel(
            name='FormerSchedule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lessons', models.JSONField()),
                ('camp_class', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_schedules', to='classes.campclass')),
            ],
        ),
        migrations.CreateModel(
            name='Enrollment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('HELD', 'Held'), ('CONFIRMED', 'Confirmed'), ('RELEASED', 'Released')], max_length=10)),
                ('price', models.DecimalField(decimal_places=2, help_text='US dollars; fixed when the seat was held.', max_digits=7)),
                ('discount', models.DecimalField(db_default=0, decimal_places=2, default=0, help_text='US dollars; the price is so much below the list price.', max_digits=7)),
                ('discount_text', models.CharField(blank=True, db_default='', default='', help_text='Its reason.', max_length=100)),
                ('held_at', models.DateTimeField(blank=True, help_text='When it began; bounds how long it can be prolonged.', null=True)),
                ('held_until', models.DateTimeField(blank=True, null=True)),
                ('offered_until', models.DateTimeField(blank=True, help_text='Until when the seat was offered to the waitlist; empty for other holds.', null=True)),
                ('reserved_until', models.DateTimeField(blank=True, help_text='Until when staff have reserved the seat; empty for other holds.', null=True)),
                ('price_reason', models.CharField(blank=True, db_default='', default='', help_text="Why staff asked for another price than the class's.", max_length=200)),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('booked_start', models.DateTimeField(blank=True, help_text='The latest first lesson that the student booked or accepted, after a change.', null=True)),
                ('full_refund_until', models.DateTimeField(blank=True, help_text='Until when it can be canceled for a full refund, after the class has changed.', null=True)),
                ('camp_class', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='enrollments', to='classes.campclass', verbose_name='class')),
                ('child', models.ForeignKey(blank=True, db_constraint=False, db_index=False, help_text='Empty: the student.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='enrollments', to='accounts.child')),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='enrollments', to=settings.AUTH_USER_MODEL)),
                ('voucher', models.ForeignKey(blank=True, db_index=False, help_text='The voucher of the discount, if any.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='enrollments', to='classes.voucher')),
                ('reserved_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('booked_schedule', models.ForeignKey(blank=True, db_index=False, help_text='What the student booked or last accepted; empty: the present schedule of the class.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='enrollments', to='classes.formerschedule')),
            ],
        ),
        migrations.CreateModel(
            name='HistoricalCampClass',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('description', models.TextField(blank=True, max_length=2000)),
                ('image', models.CharField(blank=True, help_text="An https address, or one of this site's pictures.", max_length=2000)),
                ('price', models.DecimalField(decimal_places=2, help_text='US dollars; 0 is free.', max_digits=7)),
                ('early_price', models.DecimalField(blank=True, decimal_places=2, help_text='US dollars, until its last day.', max_digits=7, null=True)),
                ('early_until', models.DateField(blank=True, help_text="In the camp's time zone.", null=True, verbose_name='last day of the early price')),
                ('capacity', models.PositiveIntegerField(help_text='Seats in total, including the ones that are taken.')),
                ('status', models.CharField(choices=[('Pending', 'Pending'), ('Approved', 'Approved'), ('Denied', 'Denied')], default='Pending', max_length=10)),
                ('feedback', models.TextField(blank=True, help_text='Why the class was denied.', max_length=2000)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('min_seats', models.PositiveIntegerField(blank=True, help_text='Seats that must be sold for the class to take place.', null=True)),
                ('place', models.CharField(blank=True, max_length=100)),
                ('bring', models.TextField(blank=True, help_text='What students bring.', max_length=500)),
                ('age_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('age_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, editable=False, help_text='When its last lesson ended.', null=True)),
                ('lessons_removed_at', models.DateTimeField(blank=True, editable=False, help_text='When its last lesson was removed. No seat is sold until it has a new one.', null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, editable=False, help_text='When the school canceled it after its approval, for good.', null=True)),
                ('withdrawn_reason', models.TextField(blank=True, editable=False, max_length=2000)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('craft', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='classes.craft')),
                ('season', models.ForeignKey(blank=True, db_constraint=False, help_text='Empty: open once approved.', null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='classes.season')),
                ('copied_from', models.ForeignKey(blank=True, db_constraint=False, editable=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='classes.campclass')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('instructor', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical class',
                'verbose_name_plural': 'historical classes',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Lesson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('place', models.CharField(blank=True, help_text='Empty: the place of the class.', max_length=100)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('canceled_at', models.DateTimeField(blank=True, null=True)),
                ('camp_class', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lessons', to='classes.campclass', verbose_name='class')),
                ('substitute', models.ForeignKey(blank=True, help_text='The instructor who teaches this lesson instead; sees its students on its day.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='substituted_lessons', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Selection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('camp_class', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='selections', to='classes.campclass', verbose_name='class')),
                ('child', models.ForeignKey(blank=True, db_constraint=False, db_index=False, help_text='Empty: the student.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='selections', to='accounts.child')),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='selections', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='WaitlistEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('WAITING', 'Waiting'), ('OFFERED', 'Offered'), ('ACCEPTED', 'Accepted'), ('LAPSED', 'Lapsed'), ('LEFT', 'Left'), ('CLOSED', 'Closed')], default='WAITING', max_length=10)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('next_at', models.DateTimeField(blank=True, help_text='When staff put this entry before the others.', null=True)),
                ('next_reason', models.CharField(blank=True, max_length=500)),
                ('camp_class', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='waitlist', to='classes.campclass', verbose_name='class')),
                ('child', models.ForeignKey(blank=True, db_constraint=False, db_index=False, help_text='Empty: the student.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='waitlist_entries', to='accounts.child')),
                ('offer', models.OneToOneField(blank=True, help_text='The seat that was offered, or that the participant got otherwise.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='waitlist_entry', to='classes.enrollment')),
                ('student', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='waitlist_entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'waitlist entry',
                'verbose_name_plural': 'waitlist entries',
            },
        ),
        migrations.AddIndex(
            model_name='campclass',
            index=models.Index(fields=['status', '-id'], name='class_by_status'),
        ),
        migrations.AddIndex(
            model_name='campclass',
            index=models.Index(fields=['instructor', 'name'], name='class_by_instructor'),
        ),
        migrations.AddIndex(
            model_name='campclass',
            index=models.Index(condition=models.Q(('withdrawn_at__isnull', False)), fields=['withdrawn_at'], name='class_withdrawn'),
        ),
        migrations.AddIndex(
            model_name='campclass',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector(core.database.folding.Fold('name', '@._-+/~<>&:'), core.database.folding.Fold('name', "@._-+/~<>&:'‘’ʻʼ`´"), config='simple'), name='class_by_words'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(('price', Decimal('0')), models.Q(('price__gte', Decimal('0.50')), ('price__lte', Decimal('10000.00'))), _connector='OR'), name='class_price_can_be_charged'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['Pending', 'Approved', 'Denied'])), name='class_status_is_known'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='class_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(('age_from__isnull', True), ('age_to__isnull', True), ('age_from__lte', models.F('age_to')), _connector='OR'), name='class_ages_in_order', violation_error_message='The lowest age must not be above the highest.'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), models.Q(('status', 'Denied'), ('withdrawn_reason__gt', '')), _connector='OR'), name='class_withdrawn_is_denied'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.UniqueConstraint(condition=models.Q(('copied_from__isnull', False)), fields=('season', 'copied_from'), name='class_copied_once_into_season'),
        ),
        migrations.AddIndex(
            model_name='enrollment',
            index=models.Index(condition=models.Q(('state__in', ['HELD', 'CONFIRMED'])), fields=['camp_class', 'state', 'held_until'], name='enrollment_takes_seat'),
        ),
        migrations.AddIndex(
            model_name='enrollment',
            index=models.Index(condition=models.Q(('state', 'HELD')), fields=['state', 'held_until'], name='enrollment_expired'),
        ),
        migrations.AddIndex(
            model_name='enrollment',
            index=models.Index(fields=['confirmed_at'], name='enrollment_by_time'),
        ),
        migrations.AddIndex(
            model_name='enrollment',
            index=models.Index(condition=models.Q(('child__isnull', False)), fields=['child'], name='enrollment_by_child'),
        ),
        migrations.AddConstraint(
            model_name='enrollment',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['HELD', 'CONFIRMED'])), fields=('student', 'camp_class', 'child'), name='enrollment_active_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='enrollment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('held_at__isnull', False), ('held_until__isnull', False), ('state', 'HELD')), models.Q(('confirmed_at__isnull', False), ('state', 'CONFIRMED')), models.Q(('released_at__isnull', False), ('state', 'RELEASED')), _connector='OR'), name='enrollment_state_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='enrollment',
            constraint=models.CheckConstraint(condition=models.Q(('price__gte', 0)), name='enrollment_price_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='enrollment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reserved_by', None), ('reserved_until', None)), models.Q(('offered_until', None), ('reserved_by__isnull', False), ('reserved_until__isnull', False)), _connector='OR'), name='enrollment_reserved_is_no_offer'),
        ),
        migrations.AddConstraint(
            model_name='lesson',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='lesson_ends_after_its_start'),
        ),
        migrations.AddConstraint(
            model_name='lesson',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('camp_class', 'starts_at'), name='lesson_start_once'),
        ),
        migrations.AddIndex(
            model_name='selection',
            index=models.Index(fields=['created_at'], name='selection_by_time'),
        ),
        migrations.AddIndex(
            model_name='selection',
            index=models.Index(condition=models.Q(('child__isnull', False)), fields=['child'], name='selection_by_child'),
        ),
        migrations.AddConstraint(
            model_name='selection',
            constraint=models.UniqueConstraint(fields=('student', 'camp_class', 'child'), name='selection_once', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='waitlistentry',
            index=models.Index(condition=models.Q(('state', 'WAITING')), fields=['camp_class', 'id'], name='waitlist_waiting'),
        ),
        migrations.AddIndex(
            model_name='waitlistentry',
            index=models.Index(condition=models.Q(('child__isnull', False)), fields=['child'], name='waitlist_by_child'),
        ),
        migrations.AddConstraint(
            model_name='waitlistentry',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['WAITING', 'OFFERED'])), fields=('student', 'camp_class', 'child'), name='waitlist_active_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='waitlistentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'OFFERED'), _negated=True), ('offer__isnull', False), _connector='OR'), name='waitlist_offered_has_offer'),
        ),
        migrations.AddConstraint(
            model_name='waitlistentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ['WAITING', 'OFFERED'])), models.Q(models.Q(('state__in', ['WAITING', 'OFFERED']), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='waitlist_ended_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(('early_price', None), models.Q(('early_price__lt', models.F('price')), models.Q(('early_price', Decimal('0')), ('early_price__gte', Decimal('0.50')), _connector='OR')), _connector='OR'), name='class_early_price_is_lower', violation_error_message='The early price must be below the price.'),
        ),
        migrations.AddConstraint(
            model_name='campclass',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('early_price', None), ('early_until', None)), models.Q(('early_price__isnull', False), ('early_until__isnull', False)), _connector='OR'), name='class_early_price_has_its_last_day', violation_error_message='An early price and its last day belong together.'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('sibling_percent__lte', 50)), name='season_sibling_percent_at_most_half'),
        ),
        migrations.AddIndex(
            model_name='enrollment',
            index=models.Index(condition=models.Q(('voucher__isnull', False)), fields=['voucher'], name='enrollment_by_voucher'),
        ),
        migrations.AddConstraint(
            model_name='enrollment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('discount', 0), ('discount_text', ''), ('voucher', None)), models.Q(('discount__gt', 0), ('discount_text__gt', '')), _connector='OR'), name='enrollment_discount_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='voucher',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Upper('code'), name='voucher_code_once'),
        ),
        migrations.AddConstraint(
            model_name='voucher',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount', None), ('percent__gte', 1), ('percent__lte', 100)), models.Q(('amount__gt', 0), ('percent', None)), _connector='OR'), name='voucher_percent_or_amount', violation_error_message='Please give a percentage or an amount, not both.'),
        ),
        migrations.AddConstraint(
            model_name='voucher',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('code', ''), _negated=True), ('per_account__gte', 1)), name='voucher_has_a_code_and_can_be_used'),
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(help_text='Chosen by the client: the same key sends only once.', unique=True)),
                ('subject', models.CharField(max_length=100)),
                ('text', models.TextField(max_length=2000)),
                ('to', models.CharField(choices=[('enrolled', 'Enrolled'), ('waiting', 'Waiting'), ('both', 'Both')], max_length=10)),
                ('day', models.DateField(blank=True, db_index=True, null=True)),
                ('recipients', models.PositiveIntegerField()),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('camp_class', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='classes.campclass', verbose_name='class')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='classes.season')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('camp_class__isnull', False), ('day__isnull', True), ('season__isnull', True)), models.Q(('camp_class__isnull', True), ('day__isnull', True), ('season__isnull', False)), models.Q(('camp_class__isnull', True), ('day__isnull', False), ('season__isnull', True)), _connector='OR'), name='message_has_one_audience')],
            },
        ),
        *(
            migrations.RunSQL(
                OWN_CHILD.format(table=table),
                f"ALTER TABLE classes_{table} DROP CONSTRAINT {table}_of_own_child",
            )
            for table in ("selection", "enrollment", "waitlistentry")
        ),
    ]
