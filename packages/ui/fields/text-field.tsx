import type { FocusEvent, HTMLInputTypeAttribute, KeyboardEvent, ReactNode, Ref } from 'react'
import type { InputHTMLAttributes } from 'react'
import { FieldFrame, useFieldIds } from './field.tsx'
import type { FieldProps } from './field.tsx'

export interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
  maxLength?: number
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  isReadOnly?: boolean
  isMono?: boolean
  size?: 'md' | 'lg'
  before?: ReactNode
  after?: ReactNode
  inputProps?: InputHTMLAttributes<HTMLInputElement>
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement>
}

export const TextField = ({ ref, ...props }: TextFieldProps) => {
  const { type = 'text', size = 'md', onChange, isDisabled, error } = props
  const ids = useFieldIds(props)
  return (
    <FieldFrame {...props} ids={ids}>
      <div
        className="ph-input"
        data-size={size}
        data-invalid={error ? true : undefined}
        data-disabled={isDisabled || undefined}
      >
        {props.before}
        <input
          {...props.inputProps}
          ref={ref}
          id={ids.control}
          className="ph-input-control"
          data-mono={props.isMono || undefined}
          type={type}
          name={props.name}
          value={props.value}
          defaultValue={props.defaultValue}
          onChange={(event) => onChange?.(event.target.value)}
          onBlur={props.onBlur}
          onKeyDown={props.onKeyDown}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          autoFocus={props.autoFocus}
          maxLength={props.maxLength}
          inputMode={props.inputMode}
          readOnly={props.isReadOnly}
          disabled={isDisabled}
          aria-required={props.isRequired || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
        />
        {props.after}
      </div>
    </FieldFrame>
  )
}
