export { PasswordRules } from './password/password-rules.tsx'
export { usePasswordJudge } from './password/use-password-judge.ts'
export { ProofDialog } from './proof/proof-dialog.tsx'
