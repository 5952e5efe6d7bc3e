/** The package that src/core/tokens/models.json is made from. A newer version is a change of prices: read the difference first. */
export const source = { name: '@earendil-works/pi-ai', version: '1.6.0' };
