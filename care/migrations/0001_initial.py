import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

# Django cannot declare a foreign key of two columns. These refuse another family's child.
OWN_ROWS = """
ALTER TABLE care_contactchild
    ADD CONSTRAINT contactchild_of_own_child FOREIGN KEY (child_id, account_id)
        REFERENCES accounts_child (id, guardian_id),
    ADD CONSTRAINT contactchild_of_own_contact FOREIGN KEY (contact_id, account_id)
        REFERENCES care_contact (id, account_id);
"""
# What was signed, and who has read, is never changed.
ONLY_INSERTED = """
CREATE FUNCTION care_only_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER only_inserted BEFORE UPDATE OR DELETE ON care_agreementtext
    FOR EACH ROW EXECUTE FUNCTION care_only_inserted();
CREATE TRIGGER only_inserted BEFORE UPDATE OR DELETE ON care_agreement
    FOR EACH ROW EXECUTE FUNCTION care_only_inserted();
CREATE TRIGGER only_inserted BEFORE UPDATE OR DELETE ON care_careread
    FOR EACH ROW EXECUTE FUNCTION care_only_inserted();
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('classes', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AgreementText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('waiver', 'Waiver'), ('emergency_care', 'Emergency Care'), ('photo', 'Photo'), ('conduct', 'Conduct'), ('notice', 'Notice')], max_length=20)),
                ('version', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=100)),
                ('body', models.TextField(max_length=20000)),
                ('required', models.BooleanField(help_text='Paperwork is missing until it is signed; of photos, until answered.')),
                ('sha256', models.CharField(editable=False, help_text='Of title, line feed and body, in UTF-8.', max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('kind', 'version'), name='agreement_text_version_once'), models.CheckConstraint(condition=models.Q(models.Q(('title', ''), _negated=True), models.Q(('body', ''), _negated=True)), name='agreement_text_is_not_empty')],
            },
        ),
        migrations.CreateModel(
            name='CareRead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('saved', models.BooleanField(default=False, help_text='The reader has saved the sheet, for the family.')),
                ('read_at', models.DateTimeField()),
                ('camp_class', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='classes.campclass', verbose_name='class')),
                ('child', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='care_reads', to='accounts.child')),
                ('reader', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='CareSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.TextField(blank=True, help_text='HEALTH_FIELDS, encrypted. Empty: nothing to tell.')),
                ('keep', models.BooleanField(default=False, help_text='The guardian keeps it for the next season.')),
                ('confirmed_at', models.DateTimeField()),
                ('child', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='care_sheet', to='accounts.child')),
                ('season', models.ForeignKey(blank=True, help_text='For which it was confirmed.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='classes.season')),
            ],
        ),
        migrations.CreateModel(
            name='Contact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('relation', models.CharField(blank=True, max_length=60)),
                ('phone', models.CharField(blank=True, max_length=30)),
                ('emergency', models.BooleanField(default=False, help_text="The school calls this person if it can't reach the guardian.")),
                ('may_pick_up', models.BooleanField(default=False)),
                ('barred', models.BooleanField(default=False, help_text='Must not collect the child.')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contacts', to=settings.AUTH_USER_MODEL)),
                ('author', models.ForeignKey(help_text='The account, or a second guardian of its child.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ContactChild',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('child', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='contact_links', to='accounts.child')),
                ('contact', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='child_links', to='care.contact')),
            ],
        ),
        migrations.CreateModel(
            name='PaperSeen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='Such as immunization; the school says which are necessary.', max_length=40)),
                ('seen_on', models.DateField(help_text="In the camp's time zone.")),
                ('child', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='papers_seen', to='accounts.child')),
                ('season', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='classes.season')),
                ('seen_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'papers seen',
            },
        ),
        migrations.CreateModel(
            name='Agreement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('child_name', models.CharField(help_text='When it was signed.', max_length=100)),
                ('accepted', models.BooleanField()),
                ('typed_name', models.CharField(max_length=100)),
                ('signed_at', models.DateTimeField(help_text='Of a signature on paper: when it was recorded.')),
                ('seen_on', models.DateField(blank=True, help_text='When staff saw the signature on paper, in camp time.', null=True)),
                ('child', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to='accounts.child')),
                ('recorded_by', models.ForeignKey(blank=True, db_index=False, help_text='Of a signature on paper.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('signed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to=settings.AUTH_USER_MODEL)),
                ('text', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to='care.agreementtext')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('typed_name', ''), _negated=True), name='agreement_has_a_typed_name'), models.CheckConstraint(condition=models.Q(models.Q(('recorded_by', None), ('seen_on', None)), models.Q(('recorded_by__isnull', False), ('seen_on__isnull', False)), _connector='OR'), name='agreement_on_paper_was_seen_by_somebody')],
            },
        ),
        migrations.AddConstraint(
            model_name='contact',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='contact_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='contact',
            constraint=models.CheckConstraint(condition=models.Q(('barred', False), models.Q(('emergency', False), ('may_pick_up', False)), _connector='OR'), name='contact_barred_alone'),
        ),
        migrations.AddConstraint(
            model_name='contact',
            constraint=models.CheckConstraint(condition=models.Q(('emergency', False), models.Q(('phone', ''), _negated=True), _connector='OR'), name='contact_for_emergencies_has_a_phone'),
        ),
        migrations.AddConstraint(
            model_name='contact',
            constraint=models.UniqueConstraint(fields=('id', 'account'), name='contact_and_account'),
        ),
        migrations.AddConstraint(
            model_name='contactchild',
            constraint=models.UniqueConstraint(fields=('contact', 'child'), name='contact_once_for_child'),
        ),
        migrations.AddConstraint(
            model_name='paperseen',
            constraint=models.UniqueConstraint(fields=('child', 'season', 'kind'), name='paper_seen_once_in_season', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='paperseen',
            constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='paper_has_a_kind'),
        ),
        migrations.CreateModel(
            name='PresenceEvent',
            fields=[
                ('uuid', models.UUIDField(help_text='Chosen by the device, so that it can send it again.', primary_key=True, serialize=False, verbose_name='id')),
                ('kind', models.CharField(choices=[('ARRIVED', 'Arrived'), ('LEFT', 'Left'), ('ABSENT', 'Absent'), ('UNDO', 'Undo')], max_length=10)),
                ('at', models.DateTimeField(help_text='By the clock of the device.')),
                ('received_at', models.DateTimeField()),
                ('with_name', models.CharField(blank=True, help_text='The name of who has collected the participant.', max_length=100)),
                ('reason', models.CharField(blank=True, help_text='Why the participant left with somebody who is not on the list.', max_length=500)),
                ('undoes', models.UUIDField(blank=True, help_text='The event that an UNDO takes back.', null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('contact', models.ForeignKey(blank=True, help_text='Who has collected the participant.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='care.contact')),
                ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presence_events', to='classes.enrollment')),
                ('lesson', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presence_events', to='classes.lesson')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'UNDO'), ('undoes__isnull', False)), models.Q(models.Q(('kind', 'UNDO'), _negated=True), ('undoes', None)), _connector='OR'), name='presence_undo_names_an_event'), models.CheckConstraint(condition=models.Q(('kind', 'LEFT'), models.Q(('contact', None), ('with_name', '')), _connector='OR'), name='presence_only_left_with_somebody')],
            },
        ),
        # Dropping the tables drops the keys and the triggers too.
        migrations.RunSQL(OWN_ROWS, migrations.RunSQL.noop),
        migrations.RunSQL(ONLY_INSERTED, "DROP FUNCTION care_only_inserted CASCADE"),
    ]
