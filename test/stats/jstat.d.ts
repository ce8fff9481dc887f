// The few functions of jstat (untyped) that tests compare ours with.
declare module "jstat" {
  type Distribution = { readonly cdf: (x: number, ...parameters: number[]) => number };
  const jstat: {
    readonly studentt: Distribution & { readonly inv: (p: number, df: number) => number };
    readonly chisquare: Distribution;
    readonly binomial: Distribution;
  };
  export default jstat;
}
