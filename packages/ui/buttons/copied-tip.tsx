/**
 * Says beside the button of a menu, which has closed, what `CopyControl` says of itself. KIT-037. The library's tooltip would add
 * kilobytes to each screen with a chart. Place it in an element with `position: relative`.
 */
export const CopiedTip = ({ isCopied }: { isCopied: boolean }) => (
  <>
    {isCopied && (
      <span
        role="tooltip"
        className="ph-tooltip absolute top-1/2 right-full z-10 mr-2 -translate-y-1/2 whitespace-nowrap"
      >
        Copied
      </span>
    )}
    <output className="ph-visually-hidden">{isCopied ? 'Copied' : ''}</output>
  </>
)
