interface AvatarProps {
  name: string
  imageUrl?: string
  isRound?: boolean
  size?: number
}

function initials(name: string, count: number): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .slice(0, count)
    .join('')
    .toUpperCase()
}

export const Avatar = ({ name, imageUrl, isRound = false, size = 26 }: AvatarProps) => {
  return (
    <span
      aria-hidden="true"
      className="ph-avatar"
      data-round={isRound || undefined}
      style={{ width: size, height: size }}
    >
      {imageUrl ? <img src={imageUrl} alt="" /> : initials(name, isRound ? 2 : 1)}
    </span>
  )
}
