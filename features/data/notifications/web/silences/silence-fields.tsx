import type { ReactNode } from 'react'
import { useAllRules } from '@playhead/features/data/alerts/web'
import { MomentFields } from '@playhead/features/data/annotations/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { MultiSelect } from '@playhead/ui/choices/multi-select.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { FieldError } from '@playhead/ui/fields/field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import type { Form } from '@playhead/web-kit/forms/form.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { silenceLimits } from '../../contract.ts'
import { SilenceMatches } from './silence-matches.tsx'
import {
  momentOf,
  type Repetition,
  type SilenceValues,
  wallClock,
  type WallClock,
} from './silence-values.ts'

const repetitions: { value: Repetition; label: string }[] = [
  { value: 'never', label: 'Once' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
]

const lengths = [
  { label: '1 hour', hours: 1 },
  { label: '4 hours', hours: 4 },
  { label: '1 day', hours: 24 },
  { label: '7 days', hours: 168 },
]

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const zoneOptions = timeZones.map((value) => ({ value, label: value }))

interface MomentProps {
  name: string
  clock: WallClock
  onChange: (clock: WallClock) => void
  error: string | undefined
  children?: ReactNode
}

const Moment = ({ name, clock, onChange, error, children }: MomentProps) => (
  <div className="min-w-0">
    <MomentFields
      name={name}
      date={clock.date}
      time={clock.time}
      onDate={(date) => onChange({ ...clock, date })}
      onTime={(time) => onChange({ ...clock, time })}
    />
    {children}
    {error && <FieldError>{error}</FieldError>}
  </div>
)

const Lengths = ({ form }: { form: Form<SilenceValues> }) => {
  const { startsAt, timeZone } = form.values
  const start = momentOf(startsAt, timeZone)
  return (
    <div className="flex flex-wrap gap-2 pt-2">
      {lengths.map(({ label, hours }) => (
        <Button
          key={label}
          size="sm"
          disabled={start === undefined}
          onClick={() => form.set('endsAt', wallClock((start ?? 0) + hours * 3_600_000, timeZone))}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

const Rules = ({ form }: { form: Form<SilenceValues> }) => {
  const { rules = [] } = useAllRules()
  const { ruleIds } = form.values
  const known = rules.map(({ id, displayName }) => ({ value: id, label: displayName }))
  return (
    <>
      <RadioGroup
        label="Rules"
        value={ruleIds === null ? 'all' : 'some'}
        onChange={(choice) => form.set('ruleIds', choice === 'all' ? null : [])}
        options={[
          { value: 'all', label: 'All rules' },
          { value: 'some', label: 'Some rules' },
        ]}
      />
      {ruleIds !== null && (
        <MultiSelect
          label="Silenced rules"
          isLabelHidden
          values={ruleIds}
          onChange={(next) => form.set('ruleIds', next)}
          options={known}
          placeholder="Choose rules"
          noResultsText="No alert rules"
          {...(form.errors.ruleIds && { error: form.errors.ruleIds })}
        />
      )}
    </>
  )
}

/** When a silence is, and what it is about. */
export const SilenceFields = ({ form }: { form: Form<SilenceValues> }) => {
  const { startsAt, endsAt, repeats, timeZone, ruleIds, matches } = form.values
  const { alertingV2 } = useFlags()
  return (
    <>
      <TextField
        {...form.field('note')}
        label="Note"
        placeholder="Encoder upgrade"
        description="The reason, for people who expect a message."
        maxLength={silenceLimits.noteMax}
        autoComplete="off"
      />
      <Moment
        name="Start"
        clock={startsAt}
        onChange={(next) => form.set('startsAt', next)}
        error={form.errors.startsAt}
      />
      <Moment
        name="End"
        clock={endsAt}
        onChange={(next) => form.set('endsAt', next)}
        error={form.errors.endsAt}
      >
        <Lengths form={form} />
      </Moment>
      <div className="grid gap-3 grid-cols-[repeat(auto-fit,minmax(220px,1fr))]">
        <Select
          label="Repeats"
          value={repeats}
          options={repetitions}
          onChange={(next) => form.set('repeats', next)}
        />
        <ComboBox
          label="Time zone"
          value={timeZone}
          onChange={(next) => form.set('timeZone', next)}
          options={zoneOptions}
          noResultsText="No such time zone"
          {...(form.errors.timeZone && { error: form.errors.timeZone })}
        />
      </div>
      {(alertingV2 || ruleIds !== null) && <Rules form={form} />}
      <SilenceMatches
        matches={matches}
        onChange={(next) => form.set('matches', next)}
        onUnadded={(hasUnadded) => form.set('hasUnaddedMatch', hasUnadded)}
        error={form.errors.hasUnaddedMatch}
      />
    </>
  )
}
