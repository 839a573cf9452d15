module.exports = { plugins: ["autoprefixer"] };
