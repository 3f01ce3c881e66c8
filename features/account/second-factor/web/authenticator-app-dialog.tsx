import { useEffect } from 'react'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor } from '../contract.ts'
import { CodesModal } from './codes-modal.tsx'
import { QrCode } from './qr-code.tsx'

interface Secret {
  secret: string
  uri: string
}

interface SetUpProps {
  onClose: () => void
  onAdded: (recoveryCodes: string[]) => void
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ')

const CodeForm = ({ secret, uri, onClose, onAdded }: Secret & SetUpProps) => {
  const add = useCall(secondFactor.addAuthenticatorApp, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({
      code: /^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? undefined : 'Type the six digits',
    }),
    submit: ({ code }) => add.mutateAsync({ body: { authenticatorApp: { code } } }),
    onDone: ({ data }) => onAdded(data.recoveryCodes),
  })
  return (
    <DialogForm form={form} onCancel={onClose} submitLabel="Turn on">
      <p className="text-ink-2">
        Scan this picture with your authenticator app, then type the code it shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-1 basis-[160px] flex-col gap-1 text-sm">
          <span className="text-ink-3">Cannot scan? Type this key:</span>
          <CopyControl value={secret} label="Copy the key">
            <span className="font-mono break-words whitespace-normal">{inGroups(secret)}</span>
          </CopyControl>
        </div>
      </div>
      <TextField
        {...form.field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        isMono
        autoFocus
      />
    </DialogForm>
  )
}

const SetUp = (props: SetUpProps) => {
  const { data, error, mutate, reset } = useCall(secondFactor.startAuthenticatorApp, {
    quiet: true,
  })
  useEffect(() => mutate(), [mutate])
  const again = () => {
    reset()
    mutate()
  }
  if (error) return <FailedState message={error.message} onRetry={again} />
  if (data) return <CodeForm {...data.data} {...props} />
  return (
    <Loading label="Making a key">
      <Stack gap={3}>
        <Skeleton width={184} height={184} radius={7} />
        <Skeleton width="100%" height={36} radius={7} />
      </Stack>
    </Loading>
  )
}

/** QR code and the field for the first code. */
export const AuthenticatorAppDialog = ({ onClose }: { onClose: () => void }) => (
  <CodesModal title="Set up an authenticator app" onClose={onClose}>
    {(onDone) => <SetUp onClose={onClose} onAdded={onDone} />}
  </CodesModal>
)
