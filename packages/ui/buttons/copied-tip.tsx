/**
 * Says beside the button of a menu, which has closed, what `CopyControl` says of itself. KIT-037. The library's tooltip would weigh
 * kilobytes on each screen with a chart, and needs a trigger of its own. Its parent is positioned.
 */
export const CopiedTip = ({ isCopied }: { isCopied: boolean }) => (
  <>
    {isCopied && (
      <span
        role="tooltip"
        className="ph-tooltip absolute top-1/2 right-full z-10 mr-2 -translate-y-1/2"
      >
        Copied
      </span>
    )}
    <output className="ph-visually-hidden">{isCopied ? 'Copied' : ''}</output>
  </>
)
