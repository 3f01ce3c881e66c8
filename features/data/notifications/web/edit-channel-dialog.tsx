import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { notificationChannels } from '../contract.ts'
import {
  bodyOf,
  channelErrors,
  ChannelFields,
  type ChannelValues,
  withKept,
} from './channel-fields.tsx'
import type { MadeSecret } from './channel-secret-dialog.tsx'
import type { ChannelEntry } from './use-channels.ts'

interface EditChannelDialogProps {
  channel: ChannelEntry
  onClose: () => void
  /** Called when the channel became a webhook, whose secret is shown once. */
  onSecret: (made: MadeSecret) => void
}

/** ALRT-032, ALRT-033 */
export const EditChannelDialog = ({ channel, onClose, onSecret }: EditChannelDialogProps) => {
  const { id, service, value, valueHint, alertTypes } = channel
  const kept = service === 'pagerduty' && value !== null ? { value, hint: valueHint } : undefined
  const initial: ChannelValues = { service, value: kept ? '' : (value ?? ''), alertTypes }
  const update = useCall(notificationChannels.update, {
    invalidates: [notificationChannels.list],
    quiet: true,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Edit channel"
      minWidth={480}
      maxWidth={480}
      initial={initial}
      validate={(values) => channelErrors(withKept(values, kept))}
      submit={(values) =>
        update.mutateAsync({ params: { id }, body: bodyOf(withKept(values, kept)) })
      }
      onDone={({ data: { value: url, signingSecret } }) => {
        if (url !== null && signingSecret !== null) onSecret({ url, signingSecret })
      }}
      doneToast="Notification channel updated"
    >
      {(form) => <ChannelFields form={form} kept={kept} />}
    </FormDialog>
  )
}
