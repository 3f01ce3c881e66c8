import { useEffect } from 'react'
import { Button } from '@playhead/ui/button.tsx'
import { CopyControl } from '@playhead/ui/copy-control.tsx'
import { FailedState } from '@playhead/ui/failed-state.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Loading, Skeleton } from '@playhead/ui/skeleton.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
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
    <form {...form.formProps} aria-label="Set up an authenticator app">
      <Stack gap={3}>
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
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Turn on
          </Button>
        </div>
      </Stack>
    </form>
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

/** Picture and first code. */
export const AuthenticatorAppDialog = ({ onClose }: { onClose: () => void }) => (
  <CodesModal title="Set up an authenticator app" onClose={onClose}>
    {(onDone) => <SetUp onClose={onClose} onAdded={onDone} />}
  </CodesModal>
)
