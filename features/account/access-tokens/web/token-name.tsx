import { tokenNameError } from '@playhead/domain/field-rules.ts'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { InlineTitleEditor } from '@playhead/ui/fields/inline-title-editor.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { accessTokenLimits, accessTokens } from '../contract.ts'
import type { Token } from './use-token-list.ts'

/** ACCT-052: the new name shows at once and goes back if the server refuses it. */
export const TokenName = ({ token }: { token: Token }) => {
  const rename = useCall(accessTokens.rename, { invalidates: [accessTokens.list] })
  const name = rename.isPending ? rename.variables.body.accessToken.name : token.name
  const save = (text: string) => {
    if (text.trim() === '') toasts.show({ type: 'error', title: tokenNameError })
    else rename.mutate({ params: { id: token.id }, body: { accessToken: { name: text.trim() } } })
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 lg:flex-nowrap">
      <span className="min-w-0 lg:min-w-[150px]">
        <InlineTitleEditor
          label="Rename this token"
          value={name}
          maxLength={accessTokenLimits.nameMax}
          onSave={save}
        />
      </span>
      <span className="inline-flex max-w-[84px] flex-none text-ink-3">
        <CopyControl value={token.id} label="Copy the token id" />
      </span>
    </span>
  )
}
