import { useId } from 'react'
import type { ReactNode } from 'react'
import { ErrorIcon } from '../icons/icons.ts'

export interface FieldProps {
  label: string
  isLabelHidden?: boolean
  description?: ReactNode
  error?: ReactNode
  errorPosition?: 'top' | 'bottom'
  isDisabled?: boolean
  isRequired?: boolean
  name?: string
}

interface FieldIds {
  control: string
  label: string
  describedBy: string | undefined
}

export const useFieldIds = ({ description, error }: Pick<FieldProps, 'description' | 'error'>) => {
  const id = useId()
  const describedBy = [error && `${id}-error`, description && `${id}-description`]
    .filter(Boolean)
    .join(' ')
  const ids: FieldIds = {
    control: id,
    label: `${id}-label`,
    describedBy: describedBy || undefined,
  }
  return ids
}

interface FieldFrameProps extends FieldProps {
  ids: FieldIds
  foot?: ReactNode
  children: ReactNode
}

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => {
  return (
    <p id={id} className="ph-field-error" role="alert">
      <ErrorIcon size={14} />
      <span>{children}</span>
    </p>
  )
}

export const FieldFrame = (props: FieldFrameProps) => {
  const { ids, label, isLabelHidden, description, error, errorPosition = 'bottom' } = props
  const message = error ? <FieldError id={`${ids.control}-error`}>{error}</FieldError> : null
  return (
    <div className="ph-field">
      <label
        id={ids.label}
        htmlFor={ids.control}
        className={isLabelHidden ? 'ph-visually-hidden' : 'ph-label'}
      >
        {label}
      </label>
      {errorPosition === 'top' && message}
      {props.children}
      {props.foot}
      {description && (
        <p id={`${ids.control}-description`} className="ph-description">
          {description}
        </p>
      )}
      {errorPosition === 'bottom' && message}
    </div>
  )
}
