import { useId } from 'react'

interface SegmentedControlProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; isDisabled?: boolean }[]
}

export const SegmentedControl = <Value extends string>(props: SegmentedControlProps<Value>) => {
  const name = useId()
  return (
    <div className="ph-segments" role="radiogroup" aria-label={props.label}>
      {props.options.map((option) => (
        <label key={option.value} className="ph-segment">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            disabled={option.isDisabled}
            onChange={() => props.onChange(option.value)}
          />
          <span className="ph-steady" data-label={option.label}>
            {option.label}
          </span>
        </label>
      ))}
    </div>
  )
}
