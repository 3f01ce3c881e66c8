const names: Record<string, string> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
}

export const continentCodes: readonly string[] = Object.keys(names)

export const continentName = (code: string): string => {
  return names[code.toUpperCase()] ?? code
}
