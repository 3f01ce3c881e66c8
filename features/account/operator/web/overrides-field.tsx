import { useState } from 'react'
import { type FlagName, flagNames, type FlagValue } from '@playhead/domain/flags.ts'
import { flagsOfPlan, type PlanName } from '@playhead/domain/plans.ts'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { flagChoice, type Overrides, planValueLabel, withFlag, withText } from './overrides.ts'

interface RowProps {
  name: FlagName
  planValue: FlagValue
  value: Overrides
  onChange: (value: Overrides) => void
}

const FlagControl = ({ name, planValue, value, onChange }: RowProps) => (
  <SegmentedControl
    label={name}
    value={flagChoice(value, name)}
    onChange={(choice) => onChange(withFlag(value, name, choice))}
    options={[
      { value: 'plan', label: planValueLabel(planValue) },
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
    ]}
  />
)

const ValueControl = ({ name, planValue, value, onChange }: RowProps) => {
  const [text, setText] = useState(String(value[name] ?? ''))
  return (
    <TextField
      label={name}
      isLabelHidden
      value={text}
      placeholder={planValueLabel(planValue)}
      autoComplete="off"
      inputMode={typeof planValue === 'number' ? 'numeric' : 'text'}
      onChange={(next) => {
        setText(next)
        onChange(withText(value, name, next))
      }}
    />
  )
}

interface OverridesFieldProps {
  value: Overrides
  onChange: (value: Overrides) => void
  plan: PlanName
}

/** Values that the operator sets on top of the plan, flag by flag. */
export const OverridesField = ({ value, onChange, plan }: OverridesFieldProps) => {
  const planFlags = flagsOfPlan(plan)
  return (
    <fieldset className="ph-fieldset">
      <legend className="ph-label">Flags</legend>
      <div className="rounded-lg border border-line">
        {flagNames.map((name) => {
          const row = { name, planValue: planFlags[name], value, onChange }
          const isOverridden = name in value
          return (
            <div
              key={name}
              className="grid items-center gap-x-3 gap-y-1 border-b md:grid-cols-[1fr_190px] border-line px-3 py-1 last:border-b-0"
            >
              <span
                className={`font-mono text-sm break-all ${isOverridden ? 'text-ink' : 'text-ink-3'}`}
              >
                {name}
              </span>
              {typeof row.planValue === 'boolean' ? (
                <FlagControl {...row} />
              ) : (
                <ValueControl {...row} />
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
