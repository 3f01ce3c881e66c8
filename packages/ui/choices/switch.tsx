import { useId } from 'react'
import type { ReactNode } from 'react'

interface SwitchProps {
  children: ReactNode
  description?: ReactNode
  isOn?: boolean
  defaultOn?: boolean
  isDisabled?: boolean
  isLabelHidden?: boolean
  onChange?: (isOn: boolean) => void
}

// A native checkbox exposes its checked state, even with the role of a switch.
const switchRole = { role: 'switch' }

export const Switch = (props: SwitchProps) => {
  const { children, description, isDisabled, isLabelHidden, onChange } = props
  const id = useId()
  return (
    <label className="ph-switch" data-disabled={isDisabled || undefined}>
      <input
        type="checkbox"
        {...switchRole}
        className="ph-switch-track"
        checked={props.isOn}
        defaultChecked={props.defaultOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? id : undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>
        <span id={`${id}-label`} className={isLabelHidden ? 'ph-visually-hidden' : undefined}>
          {children}
        </span>
        {description && (
          <span id={id} className="ph-description block">
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
