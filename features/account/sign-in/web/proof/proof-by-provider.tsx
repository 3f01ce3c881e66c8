import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { CodeIcon, KeyIcon } from '@playhead/ui/icons/icons.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { here } from '@playhead/web-kit/navigation/navigation.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { proof } from '../../contract.ts'
import { goToProvider } from '../go-to-provider.ts'
import { keepProofVisit } from './proof-visit.ts'

const ways = {
  github: { label: 'Continue with GitHub', icon: <CodeIcon /> },
  sso: { label: 'Continue with single sign-on', icon: <KeyIcon /> },
} as const

/** Leaves for the provider, which redirects the person back to this screen. */
export const ProofByProvider = ({ kind }: { kind: keyof typeof ways }) => {
  const start = useCall(proof.startProvider, { quiet: true })
  const form = useForm({
    initial: {},
    submit: () => start.mutateAsync({ body: { proof: { kind, next: here() } } }),
    onDone: ({ data }) => {
      keepProofVisit()
      goToProvider(data.authorizeUrl)
    },
  })
  const { label, icon } = ways[kind]
  return (
    <Stack gap={2}>
      <p className="text-sm text-ink-2">
        You come back to this page; make your change there again.
      </p>
      {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
      <Button isWide icon={icon} isLoading={form.isSubmitting} onClick={() => void form.submit()}>
        {label}
      </Button>
    </Stack>
  )
}
