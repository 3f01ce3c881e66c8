import { passwordError } from '@playhead/domain/field-rules.ts'
import { CheckIcon, CircleIcon } from '@playhead/ui/icons/icons.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'

function Rule({ isMet, children }: { isMet: boolean; children: string }) {
  return (
    <li className="flex items-start gap-1 data-[met]:text-good" data-met={isMet || undefined}>
      <span className="mt-[3px] shrink-0">
        {isMet ? <CheckIcon size={14} /> : <CircleIcon size={14} />}
      </span>
      {children}
      <VisuallyHidden>{isMet ? '(met)' : '(not met yet)'}</VisuallyHidden>
    </li>
  )
}

interface PasswordRulesProps {
  password: string
  lengthMin: number
  /** Why attackers would guess the password first; undefined for a good one, and until it has been judged. */
  weakness?: string | undefined
  /** What its field says already. */
  error?: string | undefined
  isJudged: boolean
  /** Set where the password is typed twice. */
  confirmation?: string
}

/** The rules for a password, ticked off while it is typed, and why it is refused. AUTH-019, AUTH-020 */
export const PasswordRules = (props: PasswordRulesProps) => {
  const { password, lengthMin, weakness, error, isJudged, confirmation } = props
  const isLong = passwordError(password, lengthMin) === undefined
  return (
    <ul
      className="flex flex-col gap-1 text-sm text-ink-2"
      aria-label="Password rules"
      aria-live="polite"
    >
      <Rule isMet={isLong}>{`At least ${lengthMin} characters`}</Rule>
      <Rule isMet={isLong && isJudged && weakness === undefined}>
        {(isLong && weakness !== error && weakness) || 'Hard to guess'}
      </Rule>
      {confirmation !== undefined && (
        <Rule isMet={password !== '' && password === confirmation}>Both passwords match</Rule>
      )}
    </ul>
  )
}
