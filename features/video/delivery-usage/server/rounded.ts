export const rounded = (value: number) => Math.round(value * 1000) / 1000
