import { ProofDialog } from '@playhead/features/account/sign-in/web'
import { QueriesProvider } from '@playhead/web-kit/queries-provider.tsx'

/** Floats above every page, so it brings what a page would have brought it. */
export const Proof = ({ onSettle }: { onSettle: (isProved: boolean) => void }) => (
  <QueriesProvider>
    <ProofDialog onSettle={onSettle} />
  </QueriesProvider>
)
