import { DateInput, DateSegment, FieldError, Label } from 'react-aria-components/TimeField'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import type { TimeFieldProps as AriaTimeFieldProps } from 'react-aria-components/TimeField'
import type { Time } from '@internationalized/date'
import { ErrorIcon } from '../icons/icons.ts'

interface TimeFieldProps extends Pick<
  AriaTimeFieldProps<Time>,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'minValue'
  | 'maxValue'
  | 'hourCycle'
  | 'isDisabled'
  | 'autoFocus'
> {
  label: string
  isLabelHidden?: boolean
  error?: string
}

export const TimeField = ({ label, isLabelHidden, error, ...rest }: TimeFieldProps) => {
  return (
    <AriaTimeField
      {...rest}
      granularity="minute"
      className="ph-field"
      isInvalid={error ? true : undefined}
    >
      <Label className={isLabelHidden ? 'ph-visually-hidden' : 'ph-label'}>{label}</Label>
      <DateInput className="ph-input ph-date-input">
        {(segment) => <DateSegment segment={segment} className="ph-date-segment" />}
      </DateInput>
      <FieldError className="ph-field-error">
        {({ validationErrors }) => (
          <>
            <ErrorIcon size={14} />
            <span>{error ?? validationErrors.join(' ')}</span>
          </>
        )}
      </FieldError>
    </AriaTimeField>
  )
}
