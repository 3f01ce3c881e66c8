import { Button } from '@playhead/ui/buttons/button.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'

/** Of a webhook; no later response contains it. */
export interface MadeSecret {
  url: string
  signingSecret: string
}

interface ChannelSecretDialogProps {
  made: MadeSecret
  /** Of the dialog. */
  title: string
  onClose: () => void
}

export const ChannelSecretDialog = ({ made, title, onClose }: ChannelSecretDialogProps) => (
  <Modal isOpen onClose={onClose} isDismissable={false} title={title}>
    <Stack gap={3}>
      <FormMessage tone="warning">
        Copy the signing secret now. It cannot be shown again.
      </FormMessage>
      <DescriptionList
        items={[
          { term: 'URL', detail: <span className="break-all">{made.url}</span> },
          {
            term: 'Signing secret',
            detail: <CopyControl value={made.signingSecret} label="Copy the signing secret" />,
          },
        ]}
      />
      <p>Messages are signed as events are: the guide of webhooks shows how to check them.</p>
      <div className="flex justify-end">
        <Button kind="primary" onClick={onClose}>
          Continue
        </Button>
      </div>
    </Stack>
  </Modal>
)
