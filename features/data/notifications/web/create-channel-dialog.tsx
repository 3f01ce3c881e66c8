import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { notificationChannels } from '../contract.ts'
import { bodyOf, channelErrors, ChannelFields, type ChannelValues } from './channel-fields.tsx'
import type { MadeSecret } from './channel-secret-dialog.tsx'

interface CreateChannelDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
  /** Called for a webhook, whose secret is shown once. */
  onSecret: (made: MadeSecret) => void
}

/** ALRT-030, ALRT-033 */
export const CreateChannelDialog = ({
  environmentName,
  onSecret,
  ...props
}: CreateChannelDialogProps) => {
  const { alertingV2: hasThresholds } = useFlags()
  const create = useCall(notificationChannels.create, {
    invalidates: [notificationChannels.list],
    quiet: true,
  })
  const initial: ChannelValues = {
    service: 'email',
    value: '',
    alertTypes: hasThresholds ? ['anomaly', 'threshold'] : ['anomaly'],
  }
  return (
    <FormDialog
      {...props}
      title="Add channel"
      description={`Incidents of ${environmentName} are sent there.`}
      minWidth={480}
      maxWidth={480}
      initial={initial}
      validate={channelErrors}
      submit={(values) => create.mutateAsync({ body: bodyOf(values) })}
      submitLabel="Add channel"
      onDone={({ data: { value, signingSecret } }) => {
        if (value !== null && signingSecret !== null) onSecret({ url: value, signingSecret })
      }}
      doneToast="Notification channel created"
    >
      {(form) => <ChannelFields form={form} />}
    </FormDialog>
  )
}
