import { useId } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from '../fields/field.tsx'

interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  description?: ReactNode
  isDisabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  label: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  direction?: 'row' | 'column'
  error?: ReactNode
  isLabelHidden?: boolean
  isDisabled?: boolean
}

export const RadioGroup = <Value extends string>(props: RadioGroupProps<Value>) => {
  const { direction = 'column', error } = props
  const name = useId()
  return (
    <fieldset className="ph-fieldset" disabled={props.isDisabled}>
      <legend className={props.isLabelHidden ? 'ph-visually-hidden' : 'ph-label'}>
        {props.label}
      </legend>
      <div className="ph-choices" data-direction={direction}>
        {props.options.map((option) => {
          const isDisabled = option.isDisabled || props.isDisabled
          return (
            <label key={option.value} className="ph-choice" data-disabled={isDisabled || undefined}>
              <input
                type="radio"
                className="ph-choice-box"
                name={name}
                value={option.value}
                checked={option.value === props.value}
                disabled={isDisabled}
                aria-labelledby={`${name}-${option.value}-label`}
                aria-describedby={option.description ? `${name}-${option.value}` : undefined}
                onChange={() => props.onChange(option.value)}
              />
              <span id={`${name}-${option.value}-label`}>{option.label}</span>
              {option.description && (
                <span id={`${name}-${option.value}`} className="ph-description">
                  {option.description}
                </span>
              )}
            </label>
          )
        })}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
