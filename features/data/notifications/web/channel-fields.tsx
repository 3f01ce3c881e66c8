import { emailError, urlError } from '@playhead/domain/field-rules.ts'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { FieldError } from '@playhead/ui/fields/field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import type { Form } from '@playhead/web-kit/forms/form.ts'
import {
  type AlertType,
  alertTypes as allTypes,
  notificationLimits,
  type NotificationService,
  notificationServices,
  notificationTexts,
} from '../contract.ts'
import { alertTypeTexts, serviceTexts } from './channel-texts.ts'

export interface ChannelValues {
  service: NotificationService
  value: string
  alertTypes: readonly AlertType[]
}

/** The key of a channel that is edited: it is not shown, and kept unless another one is written. */
export interface KeptKey {
  value: string
  hint: string
}

/** With the key that is kept. */
export const withKept = (values: ChannelValues, kept: KeptKey | undefined): ChannelValues =>
  kept && values.service === 'pagerduty' && values.value.trim() === ''
    ? { ...values, value: kept.value }
    : values

const valueError = ({ service, value }: ChannelValues) => {
  const trimmed = value.trim()
  if (trimmed === '') return notificationTexts.value
  if (service === 'email') return emailError(trimmed)
  return service === 'pagerduty' ? undefined : urlError(trimmed)
}

/** What can be said before anything is sent. ALRT-031 */
export const channelErrors = (values: ChannelValues) => ({
  value: valueError(values),
  alertTypes: values.alertTypes.length === 0 ? notificationTexts.alertTypes : undefined,
})

/** ALRT-032 */
export const bodyOf = ({ service, value, alertTypes }: ChannelValues) => ({
  notificationChannel: { service, value: value.trim(), alertTypes: [...alertTypes] },
})

const services = notificationServices.map((service) => ({
  value: service,
  label: serviceTexts[service].label,
}))

const inputTypes = { email: 'email', slack: 'url', pagerduty: 'text', webhook: 'url' } as const

const TypesField = ({ form }: { form: Form<ChannelValues> }) => {
  const { alertTypes } = form.values
  const error = form.errors.alertTypes
  const toggle = (type: AlertType, isChosen: boolean) =>
    form.set(
      'alertTypes',
      allTypes.filter((one) => (one === type ? isChosen : alertTypes.includes(one))),
    )
  return (
    <fieldset className="ph-fieldset">
      <legend className="ph-label">Alert types</legend>
      <div className="ph-choices" data-direction="row">
        {(['threshold', 'anomaly'] as const).map((type) => (
          <Checkbox
            key={type}
            isChecked={alertTypes.includes(type)}
            onChange={(isChosen) => toggle(type, isChosen)}
          >
            {alertTypeTexts[type]}
          </Checkbox>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

interface ChannelFieldsProps {
  form: Form<ChannelValues>
  kept?: KeptKey | undefined
}

export const ChannelFields = ({ form, kept }: ChannelFieldsProps) => {
  const { service } = form.values
  const texts = serviceTexts[service]
  const shown =
    kept && service === 'pagerduty'
      ? {
          placeholder: kept.hint,
          description: `Leave it empty to keep the key ${kept.hint}. ${texts.description}`,
        }
      : { placeholder: texts.placeholder, description: texts.description }
  return (
    <>
      <Select
        label="Service"
        value={service}
        onChange={(next) => form.set('service', next)}
        options={services}
      />
      <TextField
        {...form.field('value')}
        type={inputTypes[service]}
        label={texts.value}
        {...shown}
        autoComplete="off"
        maxLength={notificationLimits.valueMax}
        isMono={service === 'pagerduty'}
      />
      <TypesField form={form} />
    </>
  )
}
