import { incidentSeverities } from '@playhead/features/data/incidents/contract'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { ChevronRightIcon } from '@playhead/ui/icons/icons.ts'
import type { Form } from '@playhead/web-kit/forms/form.ts'
import { usualCloseValue } from '../../close-value.ts'
import { noDataModes } from '../../contract.ts'
import { ruleValueText, unitOf } from '../metric-text.ts'
import { noDataLabels, severityLabels } from '../rule-words.ts'
import { numberIn, type RuleValues } from './rule-values.ts'

const offeredSeconds = [0, 60, 120, 300, 600, 900, 1_800, 3_600]

const afterText = (seconds: number) => {
  if (seconds === 0) return 'at once'
  if (seconds % 60 !== 0) return `for ${seconds} seconds`
  return seconds === 60 ? 'for 1 minute' : `for ${seconds / 60} minutes`
}

const afterOptions = (seconds: number) =>
  [...new Set([...offeredSeconds, seconds])]
    .toSorted((one, other) => one - other)
    .map((one) => ({ value: String(one), label: afterText(one) }))

/** Undefined while the value of the rule is no number. */
const usualOf = ({ metric, area, value }: RuleValues) => {
  const number = numberIn(value)
  return number === undefined ? undefined : usualCloseValue({ metric, area, value: number })
}

const summaryOf = (values: RuleValues) => {
  const { metric, area, closeValue, closeAfter } = values
  const value = numberIn(closeValue) ?? usualOf(values)
  if (value === undefined) return 'When an incident closes'
  const side = area === 'above' ? 'below' : 'above'
  return `Closes ${side} ${ruleValueText(metric, value)} ${afterText(closeAfter)}`
}

export const RuleClosing = ({ form }: { form: Form<RuleValues> }) => {
  const { metric, closeAfter, closeValue, onNoData, severity, groupBy } = form.values
  const usual = usualOf(form.values)
  const unit = unitOf(metric)
  const hasError = Boolean(form.errors.closeValue ?? form.errors.groupsMax)
  return (
    <details className="group" open={hasError || undefined}>
      <summary className="flex cursor-pointer list-none items-center gap-2 text-sm">
        <ChevronRightIcon size={14} className="group-open:rotate-90" />
        <span className="grow font-medium">{summaryOf(form.values)}</span>
        <span className="text-ink-3">Advanced</span>
      </summary>
      <div className="grid gap-3 pt-3 md:grid-cols-2">
        <TextField
          {...form.field('closeValue')}
          label="Value to close"
          placeholder={usual === undefined ? '' : ruleValueText(metric, usual)}
          description={closeValue === '' ? 'If it is empty, 10 % away from the value.' : undefined}
          inputMode="decimal"
          autoComplete="off"
          after={closeValue !== '' && unit && <span className="text-ink-3">{unit}</span>}
        />
        <Select
          label="Close after it was good"
          value={String(closeAfter)}
          options={afterOptions(closeAfter)}
          onChange={(next) => form.set('closeAfter', Number(next))}
        />
        <Select
          label="Without data"
          value={onNoData}
          options={noDataModes.map((value) => ({ value, label: noDataLabels[value] }))}
          onChange={(next) => form.set('onNoData', next)}
        />
        <Select
          label="Severity"
          value={severity}
          options={incidentSeverities
            .map((value) => ({ value, label: severityLabels[value] }))
            .toReversed()}
          onChange={(next) => form.set('severity', next)}
        />
        {groupBy.length > 0 && (
          <TextField
            {...form.field('groupsMax')}
            label="Groups at most"
            description="Those with the most viewers."
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </div>
    </details>
  )
}
