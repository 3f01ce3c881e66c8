import { createContext, type ReactNode, useContext } from 'react'
import { formatDate } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { secondFactorLimits } from '../contract.ts'
import { passkeyObstacle } from './passkey-obstacle.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { type Factors, useSecondFactor } from './use-second-factor.ts'

const AddPasskeyDialog = lazyDialog('AddPasskeyDialog', () => import('./add-passkey-dialog.tsx'))
const AuthenticatorAppDialog = lazyDialog(
  'AuthenticatorAppDialog',
  () => import('./authenticator-app-dialog.tsx'),
)
const RenewCodesDialog = lazyDialog('RenewCodesDialog', () => import('./renew-codes-dialog.tsx'))
const RemoveAuthenticatorAppDialog = lazyDialog(
  'RemoveAuthenticatorAppDialog',
  () => import('./remove-authenticator-app-dialog.tsx'),
)

/** The heading level of the parts: one below that of the surrounding card or page. */
const PartLevel = createContext<2 | 3>(3)

interface PartProps {
  title: string
  text: ReactNode
  action: ReactNode
  children?: ReactNode
}

const Part = ({ title, text, action, children }: PartProps) => {
  const level = useContext(PartLevel)
  return (
    <section aria-label={title} className="border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-[170px]">
          {level === 2 ? (
            <h2 className="font-semibold">{title}</h2>
          ) : (
            <h3 className="font-semibold">{title}</h3>
          )}
          <p className="text-sm text-ink-3">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

const Passkeys = ({ factors }: { factors: Factors }) => {
  const adding = useToggle()
  const obstacle = passkeyObstacle()
  const { passkeys, canChange } = factors
  const isFull = passkeys.length >= secondFactorLimits.passkeys
  return (
    <Part
      title="Passkeys"
      text={obstacle ?? 'Sign in with your finger, face or PIN, without a password.'}
      action={
        canChange && !obstacle && !isFull && <Button onClick={adding.open}>Add a passkey</Button>
      }
    >
      {passkeys.length > 0 && (
        <ul className="mt-1 divide-y divide-line" aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} factors={factors} />
          ))}
        </ul>
      )}
      {adding.isOpen && <AddPasskeyDialog count={passkeys.length} onClose={adding.close} />}
    </Part>
  )
}

const appText = (app: Factors['authenticatorApp']) => {
  if (!app) return 'Your phone shows a code to type after your password.'
  const used = app.lastUsedAt ? `last used ${formatDate(app.lastUsedAt)}` : 'never used so far'
  return `On since ${formatDate(app.createdAt)}, ${used}.`
}

const AuthenticatorApp = ({ factors }: { factors: Factors }) => {
  const setup = useToggle()
  const removal = useToggle()
  const { authenticatorApp: app, canChange } = factors
  return (
    <Part
      title="Authenticator app"
      text={appText(app)}
      action={
        canChange &&
        (app ? (
          <Button kind="ghost" onClick={removal.open}>
            Remove
          </Button>
        ) : (
          <Button onClick={setup.open}>Set up</Button>
        ))
      }
    >
      {setup.isOpen && <AuthenticatorAppDialog onClose={setup.close} />}
      {removal.isOpen && <RemoveAuthenticatorAppDialog factors={factors} onClose={removal.close} />}
    </Part>
  )
}

const codesText = (left: number) => {
  if (left === 0) return 'None is left. Make new ones before you lose your device.'
  const codes = left === 1 ? 'One code is left' : `${left} codes are left`
  return `${codes}. Each signs you in once when you have lost your device.`
}

const Codes = ({ factors }: { factors: Factors }) => {
  const renewal = useToggle()
  return (
    <Part
      title="Recovery codes"
      text={codesText(factors.recoveryCodesLeft)}
      action={
        factors.canChange && (
          <Button kind="ghost" onClick={renewal.open}>
            Make new codes
          </Button>
        )
      }
    >
      {renewal.isOpen && <RenewCodesDialog onClose={renewal.close} />}
    </Part>
  )
}

const requirementText = (organizations: string[]) => {
  const names = new Intl.ListFormat('en-US').format(organizations)
  return organizations.length === 1
    ? `${names} requires a second factor. Add one here to open it.`
    : `${names} require a second factor. Add one here to open them.`
}

interface PartsProps {
  factors: Factors
  /** The surrounding page already names the organizations that require one. */
  isRequirementTold: boolean
}

const Parts = ({ factors, isRequirementTold }: PartsProps) => {
  const hasFactor = factors.passkeys.length > 0 || factors.authenticatorApp !== null
  return (
    <Stack gap={3}>
      {!factors.canChange && (
        <FormMessage tone="info">
          You are signed in through your organization’s single sign-on, which asks for its own
          second factor. To change yours, sign in with your password, GitHub or a passkey.
        </FormMessage>
      )}
      {!isRequirementTold && !hasFactor && factors.canChange && factors.requiredBy.length > 0 && (
        <FormMessage tone="warning">{requirementText(factors.requiredBy)}</FormMessage>
      )}
      <Passkeys factors={factors} />
      <AuthenticatorApp factors={factors} />
      {hasFactor && <Codes factors={factors} />}
    </Stack>
  )
}

interface SecondFactorsProps extends Partial<Pick<PartsProps, 'isRequirementTold'>> {
  level?: 2 | 3
}

/** Shows a person's second factors and lets them change them. */
export const SecondFactors = ({ level = 3, isRequirementTold = false }: SecondFactorsProps) => {
  const { data, isPending, isLoadingError, error, refetch } = useSecondFactor()
  return (
    <PartLevel value={level}>
      {isPending && (
        <Loading label="Loading your second factors">
          <SkeletonLines count={4} />
        </Loading>
      )}
      {isLoadingError && <FailedState message={error.message} onRetry={() => void refetch()} />}
      {data && <Parts factors={data.data} isRequirementTold={isRequirementTold} />}
    </PartLevel>
  )
}

export const SecondFactorCard = () => (
  <Card
    title="Second factor"
    description="Protects your account even if someone learns your password."
    isFailing={useSecondFactor().isLoadingError}
  >
    <SecondFactors />
  </Card>
)
