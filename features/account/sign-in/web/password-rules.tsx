import { passwordError } from '@playhead/domain/field-rules.ts'
import { CheckIcon, CircleIcon } from '@playhead/ui/icons.ts'
import { VisuallyHidden } from '@playhead/ui/visually-hidden.tsx'

function Rule({ isMet, children }: { isMet: boolean; children: string }) {
  return (
    <li className="flex items-center gap-1 data-[met]:text-good" data-met={isMet || undefined}>
      {isMet ? <CheckIcon size={14} /> : <CircleIcon size={14} />}
      {children}
      <VisuallyHidden>{isMet ? '(met)' : '(not met yet)'}</VisuallyHidden>
    </li>
  )
}

interface PasswordRulesProps {
  password: string
  lengthMin: number
  /** Given where the password is typed twice. */
  confirmation?: string
}

/** What a password has to be, ticked off while it is typed. AUTH-019, AUTH-020 */
export function PasswordRules({ password, lengthMin, confirmation }: PasswordRulesProps) {
  return (
    <ul className="flex flex-col gap-1 text-sm text-ink-2" aria-label="Password rules">
      <Rule isMet={passwordError(password, lengthMin) === undefined}>
        {`At least ${lengthMin} characters`}
      </Rule>
      {confirmation !== undefined && (
        <Rule isMet={password !== '' && password === confirmation}>Both passwords match</Rule>
      )}
    </ul>
  )
}
