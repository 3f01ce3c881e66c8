import type { Ref } from 'react'
import { FieldFrame, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

const defaultRows = 4

interface MultiLineInputProps extends FieldProps {
  value?: string
  onChange: (value: string) => void
  maxLength?: number
  rows?: number
  isResizable?: boolean
  placeholder?: string
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

export const MultiLineInput = ({ ref, ...props }: MultiLineInputProps) => {
  const { value = '', maxLength, rows = defaultRows, isResizable = false, error } = props
  const ids = useFieldIds(props)
  const count =
    maxLength === undefined ? null : (
      <span className="ph-count" data-full={value.length >= maxLength || undefined}>
        {value.length}/{maxLength}
        <VisuallyHidden> characters</VisuallyHidden>
      </span>
    )
  return (
    <FieldFrame {...props} ids={ids} foot={count}>
      <div
        className="ph-input ph-input-multi-line"
        data-invalid={error ? true : undefined}
        data-disabled={props.isDisabled || undefined}
      >
        <textarea
          ref={ref}
          id={ids.control}
          name={props.name}
          rows={rows}
          style={{ resize: isResizable ? 'vertical' : 'none' }}
          value={value}
          maxLength={maxLength}
          onChange={(event) => props.onChange(event.target.value)}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          disabled={props.isDisabled}
          aria-required={props.isRequired || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
        />
      </div>
    </FieldFrame>
  )
}
