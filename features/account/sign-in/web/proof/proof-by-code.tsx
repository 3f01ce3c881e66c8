import { useState } from 'react'
import type { CodeMethod } from '@playhead/features/account/second-factor/contract'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { proof } from '../../contract.ts'
import { codeFields } from '../second-factor/code-fields.ts'
import { PasswordOwner } from './password-owner.tsx'

interface Common {
  withPassword: boolean
  onProved: () => void
}

interface ProofByCodeProps extends Common {
  methods: readonly CodeMethod[]
  /** A passkey is available, so a code is only the fallback. */
  isSpare: boolean
}

const CodeForm = ({ method, withPassword, onProved }: Common & { method: CodeMethod }) => {
  const prove = useCall(proof.proveCode, { quiet: true })
  const form = useForm({
    initial: { password: '', code: '' },
    validate: ({ password, code }) => ({
      password: withPassword && password === '' ? 'Password cannot be empty' : undefined,
      code: code.trim() === '' ? 'Code is required' : undefined,
    }),
    submit: ({ password, code }) =>
      prove.mutateAsync({
        body: { proof: { method, code, ...(withPassword && { password }) } },
      }),
    onDone: onProved,
  })
  return (
    <form {...form.formProps} aria-label="Confirm with a code">
      <Stack gap={3}>
        {withPassword && (
          <>
            <PasswordOwner />
            <PasswordField
              {...form.field('password')}
              label="Your password"
              autoComplete="current-password"
              autoFocus
            />
          </>
        )}
        <TextField
          {...form.field('code')}
          {...codeFields[method]}
          isMono
          autoFocus={!withPassword}
        />
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Confirm
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const switchTo = {
  authenticator_app: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
} as const

/** Also asks for the password of people who have one. With a passkey available, the recovery code hides behind a button. */
export const ProofByCode = ({ methods, isSpare, ...rest }: ProofByCodeProps) => {
  const [method, setMethod] = useState(
    isSpare && !methods.includes('authenticator_app') ? undefined : methods[0],
  )
  const others = methods.filter((one) => one !== method)
  return (
    <Stack gap={3}>
      {method && <CodeForm key={method} method={method} {...rest} />}
      {others.map((other) => (
        <div key={other} className="-ml-2.5">
          <Button kind="ghost" size="sm" onClick={() => setMethod(other)}>
            {switchTo[other]}
          </Button>
        </div>
      ))}
    </Stack>
  )
}
