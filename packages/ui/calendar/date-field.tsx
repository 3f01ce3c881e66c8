import { DateField as AriaDateField, DateInput } from 'react-aria-components/DateField'
import { DateSegment, FieldError, Label } from 'react-aria-components/DateField'
import type { DateFieldProps as AriaDateFieldProps } from 'react-aria-components/DateField'
import type { CalendarDate } from '@internationalized/date'
import { ErrorIcon } from '../icons/icons.ts'

interface DateFieldProps extends Pick<
  AriaDateFieldProps<CalendarDate>,
  'value' | 'defaultValue' | 'onChange' | 'minValue' | 'maxValue' | 'isDisabled' | 'autoFocus'
> {
  label: string
  isLabelHidden?: boolean
  error?: string
}

export const DateField = ({ label, isLabelHidden, error, ...rest }: DateFieldProps) => {
  return (
    <AriaDateField {...rest} className="ph-field" isInvalid={error ? true : undefined}>
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
    </AriaDateField>
  )
}
