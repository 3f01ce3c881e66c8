import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from '../fields/field.tsx'

interface CheckboxProps {
  children: ReactNode
  description?: ReactNode
  error?: ReactNode
  isChecked?: boolean
  defaultChecked?: boolean
  isIndeterminate?: boolean
  isDisabled?: boolean
  isLabelHidden?: boolean
  onChange?: (isChecked: boolean) => void
  name?: string
  value?: string
}

export const Checkbox = (props: CheckboxProps) => {
  const { isIndeterminate = false, isDisabled, description, error } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <div className="ph-field">
      <label className="ph-choice" data-disabled={isDisabled || undefined}>
        <input
          ref={box}
          type="checkbox"
          className="ph-choice-box"
          name={props.name}
          value={props.value}
          checked={props.isChecked}
          defaultChecked={props.defaultChecked}
          disabled={isDisabled}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={description ? `${id}-description` : undefined}
          onChange={(event) => props.onChange?.(event.target.checked)}
        />
        <span id={`${id}-label`} className={props.isLabelHidden ? 'ph-visually-hidden' : undefined}>
          {props.children}
        </span>
        {description && (
          <span id={`${id}-description`} className="ph-description">
            {description}
          </span>
        )}
      </label>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
